import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorPage } from '../../ui/feedback/error-page.tsx'

export function Component() {
  useTitle(t`Page not found`)
  return (
    <ErrorPage
      kicker={<Trans>Page not found</Trans>}
      title={<Trans>We can't find that page</Trans>}
      actions={
        <>
          <Link to={paths.home} className={buttonClass()}>
            <Trans>Go home</Trans>
          </Link>
          <Link to={paths.bookings} className={buttonClass({ variant: 'secondary' })}>
            <Trans>See your bookings</Trans>
          </Link>
          <Link to={paths.support} className={buttonClass({ variant: 'quiet' })}>
            <Trans>Ask for help</Trans>
          </Link>
        </>
      }
    >
      <Trans>The link may be old or mistyped. Your bookings and messages are still here.</Trans>
    </ErrorPage>
  )
}
