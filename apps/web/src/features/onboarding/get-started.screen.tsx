import { Trans } from '@lingui/react/macro'

export function Component() {
  return (
    <h1>
      <Trans>GetStarted</Trans>
    </h1>
  )
}
