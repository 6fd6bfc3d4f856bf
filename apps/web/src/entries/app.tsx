import '../ui/app.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createRouter } from '../app/router.tsx'
import { activateLocale } from '../lib/i18n.ts'

await activateLocale({ en: () => import('../locales/en/app.po') }, 'en')
const router = createRouter()
createRoot(document.getElementById('root') as HTMLElement).render(
  <I18nProvider i18n={i18n}>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </I18nProvider>,
)
