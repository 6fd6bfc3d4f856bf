import { Trans } from '@lingui/react/macro'

export function Page() {
  return (
    <h1>
      <Trans>Enter the code</Trans>
    </h1>
  )
}
