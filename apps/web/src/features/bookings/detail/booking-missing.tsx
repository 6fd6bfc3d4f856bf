import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Missing, type MissingProps } from '../../../shared/errors/missing.tsx'

/** Shown when a booking does not exist or could not be loaded. */
export function BookingMissing({
  listHref,
  ...read
}: Pick<MissingProps, 'error' | 'busy' | 'retry'> & { listHref: string }) {
  return (
    <Missing
      {...read}
      title={{ gone: t`Booking not found`, failed: t`Booking` }}
      headings={{
        gone: <Trans>We couldn't find that booking.</Trans>,
        failed: <Trans>We couldn't load the booking.</Trans>,
      }}
      list={{ to: listHref, label: <Trans>All bookings</Trans> }}
    />
  )
}
