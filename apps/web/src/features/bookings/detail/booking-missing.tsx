import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Missing as MissingPage, type MissingProps } from '../../../shared/errors/missing.tsx'

/** Shown when a booking does not exist or could not be loaded. `headings` override the texts for other nouns. */
export function BookingMissing(
  props: Pick<MissingProps, 'error' | 'busy' | 'retry'> & { listHref: string; headings?: MissingProps['headings'] },
) {
  const { listHref, headings, ...read } = props
  return (
    <MissingPage
      {...read}
      title={{ gone: t`Booking not found`, failed: t`Booking` }}
      headings={
        headings ?? {
          gone: <Trans>We couldn't find that booking.</Trans>,
          failed: <Trans>We couldn't load the booking.</Trans>,
        }
      }
      list={{ to: listHref, label: <Trans>All bookings</Trans> }}
    />
  )
}
