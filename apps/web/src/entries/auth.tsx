import '../ui/styles/auth.css'
import { hydrateRoot } from 'react-dom/client'
import * as words from 'virtual:sentences-of-auth'
import { AuthFrame, type AuthPageModule } from '../app/auth-pages.tsx'
import { normalisePath } from '../routing/paths.ts'
import { activateLocale, ownLocale, ownCatalogs } from '../lib/i18n/i18n.ts'

const pages = import.meta.glob<AuthPageModule>('../features/auth/*.page.tsx')

/** Hydrates the page the server has sent. */
async function start() {
  // Each page module is named after its address (src/routing/auth-table.ts).
  const page = `auth${normalisePath(location.pathname)}.page`
  const load = pages[`../features/${page}.tsx`]
  if (!load) return
  const speak = async () => activateLocale((await ownCatalogs(words))[page], ownLocale())
  const [{ Page }] = await Promise.all([load(), speak()])
  hydrateRoot(
    document.getElementById('root') as HTMLElement,
    <AuthFrame>
      <Page />
    </AuthFrame>,
  )
  // Toasts and theme changes load later; toasts shown before are queued.
  const [{ mountToaster }, { watchTheme }] = await Promise.all([
    import('../app/lazy-toaster.tsx'),
    import('../lib/browser/theme.ts'),
  ])
  mountToaster()
  watchTheme()
  // Somebody who types is about to sign in: prefetch the app.
  addEventListener(
    'input',
    () => void import('../lib/offline/prefetch-files.ts').then(({ prefetchFiles: warm }) => warm()),
    {
      once: true,
    },
  )
}

void start()
