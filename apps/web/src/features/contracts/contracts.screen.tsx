import { Trans } from '@lingui/react/macro'

export function Component() {
  return (
    <h1>
      <Trans>Contracts</Trans>
    </h1>
  )
}
