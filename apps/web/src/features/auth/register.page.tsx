import { Trans } from '@lingui/react/macro'

export function Page() {
  return (
    <h1>
      <Trans>Create your account</Trans>
    </h1>
  )
}
