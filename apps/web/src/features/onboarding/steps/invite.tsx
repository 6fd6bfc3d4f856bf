import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { moneyText } from '../../../lib/format/money.ts'
import { LoadErrorNote } from '../../../shared/errors/load-error-note.tsx'
import { referralsQuery } from '../../../shared/referrals/api.ts'
import { InviteFields } from '../../../shared/referrals/invite-fields.tsx'
import { inviteText } from '../../../shared/referrals/texts.ts'
import { useInvites } from '../../../shared/referrals/use-invites.ts'
import { ShareLink } from '../../../shared/referrals/share-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { finishStep, Step, type StepProps } from './step.tsx'

/** The last screen, which may be skipped. */
export function Invite({ profile, onDone, onBack }: StepProps) {
  const client = useQueryClient()
  const referrals = useQuery(referralsQuery)
  const { data } = referrals
  const invites = useInvites()
  const [busy, setBusy] = useState(false)
  const reward = data && moneyText(data.reward)
  const isEmpty = invites.destinations.length === 0

  async function finish(send: boolean) {
    if (busy) return
    setBusy(true)
    if (!send || (await invites.send())) {
      const saved = await finishStep(client, 'invite', profile)
      if (saved) return onDone(saved)
    }
    setBusy(false)
  }

  return (
    <Step
      title={<Trans>Know someone good?</Trans>}
      intro={
        reward ? (
          <Trans>Get {reward} for every friend who finishes their first job. You can also do this later.</Trans>
        ) : (
          <Trans>Invite a friend in the trades. You can also do this later.</Trans>
        )
      }
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        void finish(!isEmpty)
      }}
      onBack={onBack}
      submit={isEmpty ? <Trans>Finish</Trans> : <Trans>Invite and finish</Trans>}
    >
      {data ? (
        <ShareLink link={data.link} text={inviteText()} />
      ) : referrals.isError ? (
        <LoadErrorNote query={referrals}>
          <Trans>We couldn't load your invitation link.</Trans>
        </LoadErrorNote>
      ) : (
        <Skeleton className="h-28" />
      )}
      <InviteFields invites={invites} />
      {!isEmpty && (
        <Button variant="quiet" className="justify-self-start" disabled={busy} onClick={() => void finish(false)}>
          <Trans>Skip for now</Trans>
        </Button>
      )}
    </Step>
  )
}
