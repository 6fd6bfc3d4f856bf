import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { hasCode, isApiError } from '../lib/http/api-error.ts'
import { useConnection } from '../lib/http/connection.ts'
import { profileQuery } from '../shared/profile/profile.ts'
import { useTitle } from '../lib/browser/title.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ErrorPage } from '../ui/feedback/error-page.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { paths } from '../routing/paths.ts'

/** Error screen for a route that crashed or failed to load. Navigation stays available. */
export function RouteError({ error }: { error: unknown }) {
  const isConnected = useConnection()
  // A screen whose code could not be fetched fails without a code.
  const offline = hasCode(error, 'NETWORK') || !isConnected
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    // The server is back: nothing typed is on this screen.
    if (isConnected && !wasConnected.current) location.reload()
    wasConnected.current = isConnected
  }, [isConnected])
  useTitle(offline ? t`No connection` : t`Something went wrong`)
  const isProfile = useQueryClient().getQueryState(profileQuery.queryKey)?.error === error
  useEffect(() => {
    if (isProfile) toast.error(t`Failed to fetch profile`, { id: 'profile' })
  }, [isProfile])
  const reference = isApiError(error) ? error.requestId : undefined
  return (
    <ErrorPage
      title={offline ? <Trans>We can't reach Fettle</Trans> : <Trans>That didn't work</Trans>}
      actions={
        <>
          <Button onClick={() => location.reload()}>
            <Trans>Try again</Trans>
          </Button>
          <Link to={paths.home} className={buttonClass({ variant: 'secondary' })}>
            <Trans>Go home</Trans>
          </Link>
        </>
      }
      reference={reference && <Trans>Reference: {reference}</Trans>}
    >
      {offline ? (
        <Trans>Your device is offline, or our server is briefly unavailable. Nothing is lost.</Trans>
      ) : (
        <Trans>This is our fault, not yours. Try again. If it keeps happening, tell us what you were doing.</Trans>
      )}
    </ErrorPage>
  )
}

/** Error screen for failures outside the app frame. */
export function RootError({ error }: { error: unknown }) {
  return (
    <main className="h-dvh overflow-y-auto bg-surface">
      <RouteError error={error} />
    </main>
  )
}
