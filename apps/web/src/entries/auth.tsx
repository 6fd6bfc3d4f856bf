import '../ui/styles/auth.css'
import { hydrateRoot } from 'react-dom/client'
import { AuthFrame, type AuthPageModule } from '../app/auth-pages.tsx'
import { normalizePath } from '../routing/paths.ts'
import { signInAreas } from '../lib/i18n/areas.ts'
import { activateLocale, ownLocale } from '../lib/i18n/i18n.ts'

const pages = import.meta.glob<AuthPageModule>('../features/auth/*.page.tsx')

/** Hydrates the page the server has sent. */
async function start() {
  // Each page module is named after its address (src/routing/auth-table.ts).
  const load = pages[`../features/auth${normalizePath(location.pathname)}.page.tsx`]
  if (!load) return
  const [{ Page }] = await Promise.all([load(), activateLocale(ownLocale(), signInAreas)])
  const root = document.getElementById('root') as HTMLElement
  hydrateRoot(
    root,
    <AuthFrame hasGoogle={'google' in root.dataset}>
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
  const prefetchApp = async () => (await import('../lib/offline/prefetch-files.ts')).prefetchFiles()
  addEventListener('input', () => void prefetchApp(), { once: true })
}

void start()
