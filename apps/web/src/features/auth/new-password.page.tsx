import { Trans } from '@lingui/react/macro'

export function Page() {
  return (
    <h1>
      <Trans>Choose a new password</Trans>
    </h1>
  )
}
