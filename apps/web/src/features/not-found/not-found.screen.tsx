import { Trans } from '@lingui/react/macro'

export function Component() {
  return (
    <h1>
      <Trans>NotFound</Trans>
    </h1>
  )
}
