import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { AuthFrame, type AuthPageModule } from '../app/auth-pages.tsx'
import { OfflinePage } from '../app/offline-page.tsx'
import { FirstPaint } from '../app/shell/first-paint.tsx'

export { activateLocale } from '../lib/i18n/i18n.ts'

// Runs in Node at build time and renders pages that must be readable before any script has loaded, in the
// language that was activated last.

const authPages = import.meta.glob<AuthPageModule>('../features/auth/*.page.tsx', { eager: true })

export function renderAuthPage(page: string, hasGoogle: boolean): string {
  const found = authPages[`../features/${page}.tsx`]
  if (!found) throw new Error(`Unknown page ${page}`)
  return renderToString(
    <AuthFrame hasGoogle={hasGoogle}>
      <found.Page />
    </AuthFrame>,
  )
}

/** Renders the app frame at an address, with skeletons in place of content. */
export function renderAppShell(path: string): string {
  return renderToString(
    <I18nProvider i18n={i18n}>
      <StaticRouter location={path === '*' ? '/not-found' : path}>
        <FirstPaint />
      </StaticRouter>
    </I18nProvider>,
  )
}

/** Renders the page shown offline when nothing is cached. */
export function renderOfflinePage(): string {
  return renderToString(
    <I18nProvider i18n={i18n}>
      <OfflinePage />
    </I18nProvider>,
  )
}

/** Texts of a page outside the app: its description, a note without scripts, the label of the language selector. */
export function pageTexts(): { description: string; noScripts: string; language: string } {
  return {
    description: t`Bookings, offers, contracts and messages for tradespeople.`,
    noScripts: t`Fettle needs JavaScript. Turn it on and reload the page.`,
    language: t`Language`,
  }
}
