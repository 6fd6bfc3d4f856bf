import '../ui/styles/app.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { notifyFailedChanges } from '../app/failed-changes.ts'
import { notifyFailedReads } from '../app/failed-reads.ts'
import { AppRouter, openFirstRoute } from '../app/router.tsx'
import { reloadOnMissingCode } from '../routing/reload-on-missing-code.ts'
import { storeReturnTo } from '../routing/store-return-to.ts'
import { paths } from '../routing/paths.ts'
import { profileQuery } from '../shared/profile/profile.ts'
import { onSessionEnd } from '../lib/http/api.ts'
import { onLogout } from '../lib/http/session.ts'
import { activateLocale, ownLocale } from '../lib/i18n/i18n.ts'
import { createQueryClient } from '../lib/http/query.ts'
import { watchTheme } from '../lib/browser/theme.ts'

async function start() {
  reloadOnMissingCode()
  watchTheme()
  // Registered first, so that logging out early still clears the cached pages.
  onLogout(() => navigator.serviceWorker?.controller?.postMessage({ type: 'FORGET' }))
  const client = createQueryClient()
  notifyFailedReads(client)
  notifyFailedChanges(client)
  onSessionEnd(() => {
    storeReturnTo(location, { user: client.getQueryData(profileQuery.queryKey)?.id })
    location.assign(paths.login)
  })
  const [first] = await Promise.all([openFirstRoute(client), activateLocale(ownLocale())])
  const root = createRoot(document.getElementById('root') as HTMLElement)
  // Rendering as a transition is split into slices, so that a slow phone can react to the first tap.
  startTransition(() => {
    root.render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <AppRouter client={client} first={first} />
        </QueryClientProvider>
      </I18nProvider>,
    )
  })
}

void start()
