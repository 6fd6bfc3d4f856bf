import type { DisputeView } from '@fettle/protocol/disputes'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { momentWithin, ownTimeZone } from '../../lib/format/dates.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { Missing } from '../../shared/errors/missing.tsx'
import { disputeReasonLabel } from '../../shared/disputes/dispute-labels.ts'
import { useBack } from '../../routing/use-back.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Facts } from '../../ui/layout/card.tsx'
import { Countdown } from '../../ui/dates/countdown.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { Back } from '../../ui/navigation/back-link.tsx'
import { disputeQuery, stepDispute, type DisputeStep } from './api.ts'
import { Evidence, EvidenceBundle, History, Proposals, Statements } from './dispute-sections.tsx'
import { OutcomeSection } from './outcome-section.tsx'
import { stageText, stateTone, subjectLabel, subjectPath } from './labels.ts'
import { Sheets, type DisputeSheetName } from './dispute-sheets.tsx'

const doneMessages: Record<DisputeStep['action'], MessageDescriptor> = {
  respond: msg`Reply sent`,
  propose: msg`Proposal sent`,
  accept: msg`You agreed. The dispute is settled.`,
  decline: msg`You declined`,
  evidence: msg`Evidence added`,
  withdraw: msg`You withdrew the dispute`,
  appeal: msg`Our team is reviewing it again`,
}

const doneMessage = (action: DisputeStep['action']): string => i18n._(doneMessages[action])

/** Page of one dispute: who has to act until when, statements, evidence and proposals. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(disputeQuery(id))
  const { data: dispute } = query
  const back = useBack({ to: paths.disputes, label: t`Disputes` })
  // A new key: a sheet of one dispute must not act on the next.
  if (dispute) return <Loaded key={id} dispute={dispute} back={back} />
  if (query.isPending) {
    return (
      <Page title={t`Dispute`} back={back}>
        <SkeletonList rows={4} />
      </Page>
    )
  }
  return (
    <Missing
      query={query}
      title={{ gone: t`Dispute not found`, failed: t`Dispute` }}
      headings={{
        gone: <Trans>We couldn't find that dispute.</Trans>,
        failed: <Trans>We couldn't load the dispute.</Trans>,
      }}
      list={{ to: paths.disputes, label: <Trans>All disputes</Trans> }}
    />
  )
}

function Loaded({ dispute, back }: { dispute: DisputeView; back: Back }) {
  const now = useNow()
  const isConnected = useConnection()
  const [search, setSearch] = useSearchParams()
  const action = search.get('action')
  const [sheet, setSheet] = useState<DisputeSheetName | undefined>(() =>
    action === 'evidence' && dispute.allowedActions.includes('evidence') ? 'evidence' : undefined,
  )
  const step = useMutation(stepDispute(useQueryClient()))
  const { customer, subject, amountInDispute, total, reasonCode, stage, openedBy, status } = dispute
  const may = (action: DisputeView['allowedActions'][number]) => dispute.allowedActions.includes(action)
  const open = (next: DisputeSheetName) => {
    // An error of another action.
    step.reset()
    setSheet(next)
  }
  const close = () => {
    setSheet(undefined)
    step.reset()
    if (action) setSearch({}, { replace: true })
  }
  const run = (next: DisputeStep) =>
    step.mutate(
      { dispute, step: next },
      {
        onSuccess: () => {
          close()
          toast.success(doneMessage(next.action))
        },
        onError: (error) => {
          if (next.action === 'decline') toast.error(errorText(error, t`That didn't work. Try again.`))
        },
      },
    )
  const { tone, label } = stateTone(status)
  const path = subjectPath(dispute)
  const totalText = total && moneyText(total)
  // A pending proposal already offers a counter-proposal.
  const isAsked = dispute.proposals.some(({ isMineToAnswer }) => isMineToAnswer)
  const isWaiting = !isAsked && dispute.proposals.some(({ status: each }) => each === 'PENDING')
  const steps: { name: DisputeSheetName; action: DisputeView['allowedActions'][number]; label: string; main?: true }[] =
    [
      { name: 'respond', action: 'respond', label: t`Reply`, main: true },
      isWaiting
        ? { name: 'propose', action: 'propose', label: t`Propose something else` }
        : { name: 'propose', action: 'propose', label: t`Propose a settlement`, main: true },
      { name: 'appeal', action: 'appeal', label: t`Appeal` },
      { name: 'evidence', action: 'evidence', label: t`Add evidence` },
      { name: 'withdraw', action: 'withdraw', label: t`Withdraw` },
    ]
  return (
    <Page
      title={t`Dispute with ${customer.name}`}
      back={back}
      description={subject.title}
      actions={<Chip tone={tone}>{label}</Chip>}
    >
      {!isConnected && (
        <Banner tone="warning" title={t`You're offline`}>
          <Trans>You can read this dispute. To act on it, wait until you're back online.</Trans>
        </Banner>
      )}
      <Card className="grid gap-4 p-5">
        <div className="grid gap-1">
          <p className="text-lg font-semibold">{stageText(dispute)}</p>
          {stage.until && (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-muted">
              <span>
                <Trans>Until {momentWithin(stage.until, ownTimeZone(), now)}</Trans>
              </span>
              <Countdown until={stage.until} over={t`Time is up`} />
            </p>
          )}
          <ReviewNote dispute={dispute} />
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {steps
            .filter(({ name, action }) => may(action) && !(name === 'propose' && isAsked))
            .map(({ name, label: text, main }) => (
              <Button
                key={name}
                variant={main ? 'primary' : 'secondary'}
                disabled={!isConnected}
                onClick={() => open(name)}
              >
                {text}
              </Button>
            ))}
        </div>
      </Card>
      <OutcomeSection dispute={dispute} now={now} />
      <Proposals
        dispute={dispute}
        now={now}
        busy={step.isPending}
        disabled={!isConnected}
        onAccept={() => open('accept')}
        onDecline={(proposalId) => run({ action: 'decline', proposalId })}
        onCounter={may('propose') ? () => open('propose') : undefined}
      />
      <Card className="p-5">
        <Facts
          items={[
            {
              label: subjectLabel(subject.type),
              value: path ? (
                <Link to={path} className="font-semibold text-accent-text underline">
                  {subject.label || subject.title}
                </Link>
              ) : (
                subject.label
              ),
            },
            { label: <Trans>Reason</Trans>, value: disputeReasonLabel(reasonCode) },
            { label: <Trans>Opened by</Trans>, value: openedBy === 'PROVIDER' ? t`You` : customer.name },
            ...(amountInDispute
              ? [
                  {
                    label: <Trans>Amount in dispute</Trans>,
                    value: totalText ? t`${moneyText(amountInDispute)} of ${totalText}` : moneyText(amountInDispute),
                  },
                ]
              : []),
          ]}
        />
      </Card>
      <Statements dispute={dispute} now={now} />
      <Evidence dispute={dispute} now={now} />
      <EvidenceBundle dispute={dispute} now={now} />
      <History dispute={dispute} now={now} />
      {sheet && (
        <Sheets sheet={sheet} dispute={dispute} busy={step.isPending} error={step.error} onStep={run} onClose={close} />
      )}
    </Page>
  )
}

/** Why support reviews the dispute, and who is assigned. */
function ReviewNote({ dispute }: { dispute: DisputeView }) {
  const { reviewReason, status, assignee, openedBy, customer } = dispute
  const name = customer.name
  if (status !== 'UNDER_REVIEW') return null
  return (
    <p className="text-sm text-text-muted">
      {reviewReason === 'NO_ANSWER' &&
        (openedBy === 'PROVIDER' ? (
          <Trans>{name} didn't reply in time. This doesn't count against anyone.</Trans>
        ) : (
          <Trans>You didn't reply in time. This doesn't count against anyone.</Trans>
        ))}
      {reviewReason === 'NO_AGREEMENT' && <Trans>You didn't reach an agreement in time.</Trans>}
      {reviewReason === 'APPEAL' && <Trans>The decision was appealed. The next decision is final.</Trans>}
      {assignee && (
        <>
          {' '}
          <Trans>{assignee} is reviewing it.</Trans>
        </>
      )}
    </p>
  )
}
