import type { Invite } from '@fettle/protocol/accounts/referrals'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { dayIn, ownTimeZone, regionalLocale } from '../../../lib/format/dates.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { referralsQuery, remind } from '../../../shared/referrals/api.ts'
import { InviteFields } from '../../../shared/referrals/invite-fields.tsx'
import { inviteText } from '../../../shared/referrals/texts.ts'
import { useInvites } from '../../../shared/referrals/use-invites.ts'
import { ShareLink } from '../../../shared/referrals/share-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, Section } from '../../../ui/layout/card.tsx'
import { TransientButton } from '../../../ui/transient-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { StatusChip } from '../../../ui/feedback/status-chip.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { calendarDay } from '../model.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'

/** Referrals: the reward, the invitation link and the results. */
export function InviteTab() {
  const referrals = useQuery(referralsQuery)
  const invites = useInvites()
  const { data } = referrals
  if (referrals.isError && !data) return <LoadError query={referrals} />
  if (!data) return <SkeletonList rows={3} />
  const reward = moneyText(data.reward)
  return (
    <div className="grid gap-6">
      <Card className="grid gap-4 p-5 md:p-6">
        <div className="grid gap-1">
          <h2 className="text-lg font-semibold">
            <Trans>Earn {reward} for every friend</Trans>
          </h2>
          <p className="text-text-muted">
            <Trans>We pay it when they finish their first job within 90 days of joining.</Trans>
          </p>
        </div>
        <ShareLink link={data.link} text={inviteText()} />
        <p className="text-sm text-text-muted">
          <Trans>
            Your code: <strong className="font-semibold text-text tabular-nums">{data.code}</strong>
          </Trans>
        </p>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void invites.send()
          }}
          className="grid gap-4 border-t border-line pt-4"
        >
          <InviteFields invites={invites} />
          <Button type="submit" busy={invites.busy} className="justify-self-start max-sm:justify-self-stretch">
            <Trans>Send invitations</Trans>
          </Button>
        </form>
      </Card>
      <Section
        title={<Trans>Your friends</Trans>}
        actions={
          <p className="text-sm text-text-muted tabular-nums">
            <Trans>
              {moneyText(data.rewards.earned)} earned, {moneyText(data.rewards.pending)} pending
            </Trans>
          </p>
        }
      >
        {data.invites.length === 0 ? (
          <EmptyState icon={<UserPlus size={28} />} title={<Trans>No friends invited yet</Trans>}>
            <Trans>Friends you invite appear here, with their progress.</Trans>
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {data.invites.map((invite) => (
              <li key={invite.id}>
                <InviteRow invite={invite} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}

function InviteRow({ invite }: { invite: Invite }) {
  const client = useQueryClient()
  const now = useNow()
  const { destinationMasked, status, rejection, daysLeft, remindAvailableAt } = invite
  const who = destinationMasked ?? t`Joined with your link`
  const mayRemind = remindAvailableAt !== null && Date.parse(remindAvailableAt) <= now.getTime()

  const reminder = useMutation({
    mutationFn: () => remind(client, invite.id),
    onSuccess: () => toast.success(t`Reminder sent`, { id: 'invites' }),
    onError: (error) => toast.error(errorText(error, t`We couldn't send the reminder.`), { id: 'invites' }),
  })

  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="grid min-w-40 flex-1 gap-0.5">
        <p dir="auto" className="font-medium break-all">
          {who}
        </p>
        <p className="text-sm text-text-muted">
          {rejection
            ? reasonOf(rejection)
            : daysLeft === null
              ? ''
              : plural(daysLeft, { one: '# day left', other: '# days left' })}
          {remindAvailableAt && !mayRemind && (
            <>
              {' · '}
              <Trans>
                you can remind them from {calendarDay(dayIn(remindAvailableAt, ownTimeZone()), regionalLocale())}
              </Trans>
            </>
          )}
        </p>
      </div>
      <StatusChip state={status} />
      {mayRemind && (
        <TransientButton
          variant="secondary"
          size="sm"
          busy={reminder.isPending}
          aria-label={t`Remind ${who}`}
          onClick={() => reminder.mutate()}
        >
          <Trans>Remind</Trans>
        </TransientButton>
      )}
    </Card>
  )
}

const rejections: Record<NonNullable<Invite['rejection']>, MessageDescriptor> = {
  SELF_REFERRAL: msg`You can't invite yourself.`,
  ALREADY_MEMBER: msg`They already had an account.`,
  SAME_BANK_ACCOUNT: msg`They use your bank account.`,
}

const reasonOf = (rejection: NonNullable<Invite['rejection']>): string => i18n._(rejections[rejection])
