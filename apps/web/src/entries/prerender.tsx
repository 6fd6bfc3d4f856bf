import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { AuthFrame, type AuthPageModule } from '../app/auth-pages.tsx'
import { OfflinePage } from '../app/offline-page.tsx'
import { FirstPaint } from '../app/shell/first-paint.tsx'
import { messages } from 'virtual:sentences/en/all'

// Runs in Node while building: the HTML of pages that must be readable before any script has arrived.

const authPages = import.meta.glob<AuthPageModule>('../features/auth/*.page.tsx', { eager: true })

export function renderAuthPage(page: string): string {
  i18n.loadAndActivate({ locale: 'en', messages })
  const found = authPages[`../features/${page}.tsx`]
  if (!found) throw new Error(`There is no page ${page}`)
  return renderToString(
    <AuthFrame>
      <found.Page />
    </AuthFrame>,
  )
}

/** The frame of the app at an address, with grey shapes where content will be. */
export function renderAppShell(path: string): string {
  i18n.loadAndActivate({ locale: 'en', messages })
  return renderToString(
    <I18nProvider i18n={i18n}>
      <StaticRouter location={path === '*' ? '/not-found' : path}>
        <FirstPaint />
      </StaticRouter>
    </I18nProvider>,
  )
}

/** What is shown without a connection where nothing was kept. */
export function renderOfflinePage(): string {
  i18n.loadAndActivate({ locale: 'en', messages })
  return renderToString(
    <I18nProvider i18n={i18n}>
      <OfflinePage />
    </I18nProvider>,
  )
}
