import { Trans } from '@lingui/react/macro'

export function Page() {
  return (
    <h1>
      <Trans>Log in</Trans>
    </h1>
  )
}
