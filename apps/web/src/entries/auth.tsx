import '../ui/auth.css'
import { hydrateRoot } from 'react-dom/client'
import { AuthFrame, type AuthPageModule } from '../app/auth-pages.tsx'
import { authTable } from '../app/auth-table.ts'
import { normalisePath } from '../app/paths.ts'
import { activateLocale } from '../lib/i18n.ts'

const pages = import.meta.glob<AuthPageModule>('../features/auth/*.page.tsx')

async function start() {
  const { page } = authTable.find(({ path }) => path === normalisePath(location.pathname)) ?? authTable[0]
  const load = pages[`../features/${page}.tsx`]
  if (!load) throw new Error(`There is no page ${page}`)
  const [{ Page }] = await Promise.all([load(), activateLocale({ en: () => import('../locales/en/auth.po') }, 'en')])
  hydrateRoot(
    document.getElementById('root') as HTMLElement,
    <AuthFrame>
      <Page />
    </AuthFrame>,
  )
}

void start()
