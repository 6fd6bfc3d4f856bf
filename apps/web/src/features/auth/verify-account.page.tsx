import { Trans } from '@lingui/react/macro'

export function Page() {
  return (
    <h1>
      <Trans>Verify your account</Trans>
    </h1>
  )
}
