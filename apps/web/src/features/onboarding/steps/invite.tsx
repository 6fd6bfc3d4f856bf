import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../app/paths.ts'
import { ShareLink } from '../../../shared/share-link.tsx'
import { finishStep, Step, type StepProps } from './step.tsx'

export function Invite({ profile, onDone, onBack }: StepProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function finish() {
    if (busy) return
    setBusy(true)
    const saved = await finishStep(client, 'invite', profile)
    setBusy(false)
    if (saved) onDone(saved)
  }

  return (
    <Step
      title={<Trans>Know somebody good?</Trans>}
      intro={<Trans>Tell a friend in the trades. You can do this later too.</Trans>}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        void finish()
      }}
      onBack={onBack}
      submit={<Trans>Finish</Trans>}
    >
      <ShareLink
        link={new URL(paths.register, location.origin).href}
        text={t`I get my jobs, offers and messages in one place. Have a look:`}
      />
    </Step>
  )
}
