import { i18n } from '@lingui/core'
import { renderToString } from 'react-dom/server'
import { AuthFrame, type AuthPageModule } from '../app/auth-pages.tsx'
import { messages } from '../locales/en/auth.po'

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

/** The frame of the app, with grey shapes where content will be. */
export function renderAppShell(_path: string): string {
  return ''
}
