import { Trans } from '@lingui/react/macro'

export function Page() {
  return (
    <h1>
      <Trans>Reset your password</Trans>
    </h1>
  )
}
