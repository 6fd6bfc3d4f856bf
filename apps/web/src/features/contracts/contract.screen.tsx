import { Trans } from '@lingui/react/macro'

export function Component() {
  return (
    <h1>
      <Trans>Contract</Trans>
    </h1>
  )
}
