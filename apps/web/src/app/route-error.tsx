import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useRouteError } from 'react-router'
import { hasCode, isApiError } from '../lib/api-error.ts'
import { useTitle } from '../lib/title.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ErrorPage } from '../ui/error-page.tsx'
import { paths } from './paths.ts'

/** A screen that broke, or whose code or data did not come. The way around stays. */
export function RouteError() {
  const error = useRouteError()
  const offline = hasCode(error, 'NETWORK') || !navigator.onLine
  useTitle(offline ? t`No connection` : t`Something went wrong`)
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
        <Trans>
          Your phone or computer has no connection, or the server is away for a moment. Nothing you did is lost.
        </Trans>
      ) : (
        <Trans>It's our fault, not yours. Try again; if it happens twice, tell us what you were doing.</Trans>
      )}
    </ErrorPage>
  )
}

/** The same before there is any frame. */
export function RootError() {
  return (
    <main className="h-dvh overflow-y-auto bg-surface">
      <RouteError />
    </main>
  )
}
