import { Trans } from '@lingui/react/macro'

export function Component() {
  return (
    <h1>
      <Trans>Booking</Trans>
    </h1>
  )
}
