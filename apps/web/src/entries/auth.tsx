import '../ui/auth.css'
import { hydrateRoot } from 'react-dom/client'
import { sentences } from 'virtual:sentences-of-auth'
import { AuthFrame, type AuthPageModule } from '../app/auth-pages.tsx'
import { authTable } from '../app/auth-table.ts'
import { normalisePath } from '../app/paths.ts'
import { activateLocale, ownLocale } from '../lib/i18n.ts'

const pages = import.meta.glob<AuthPageModule>('../features/auth/*.page.tsx')

/** The page the server has sent, with what it needs to answer. */
async function start() {
  const { page } = authTable.find(({ path }) => path === normalisePath(location.pathname)) ?? authTable[0]
  const load = pages[`../features/${page}.tsx`]
  if (!load) throw new Error(`There is no page ${page}`)
  const [{ Page }] = await Promise.all([load(), activateLocale(sentences[page]?.[ownLocale()], ownLocale())])
  hydrateRoot(
    document.getElementById('root') as HTMLElement,
    <AuthFrame>
      <Page />
    </AuthFrame>,
  )
  // Toasts and the device's change of theme come a moment later: what is said before waits for them.
  const [{ mountToaster }, { watchTheme }] = await Promise.all([
    import('../app/late-toaster.tsx'),
    import('../lib/theme.ts'),
  ])
  mountToaster()
  watchTheme()
}

void start()
