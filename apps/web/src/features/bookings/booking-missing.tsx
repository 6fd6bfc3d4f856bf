import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Missing as MissingPage, type MissingProps } from '../../shared/missing.tsx'

/** There is no such booking, or it could not be read. `words` say what else it is that is missing. */
export function BookingMissing(
  props: Pick<MissingProps, 'error' | 'busy' | 'retry'> & { listHref: string; words?: MissingProps['words'] },
) {
  const { listHref, words, ...read } = props
  return (
    <MissingPage
      {...read}
      title={{ gone: t`Booking not found`, failed: t`Booking` }}
      words={
        words ?? {
          gone: <Trans>We couldn't find that booking.</Trans>,
          failed: <Trans>The booking could not be loaded.</Trans>,
        }
      }
      list={{ to: listHref, label: <Trans>All bookings</Trans> }}
    />
  )
}
