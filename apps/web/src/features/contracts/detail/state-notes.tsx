import type { ContractDetails } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useConnection } from '../../../lib/http/connection.ts'
import { agoText, longDay } from '../../../lib/format/dates.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { isRunning } from '../list/contract-tabs.ts'
import type { OtherContractAction } from '../next-step.ts'
import { actionLabel, dayText, terminationReasonLabel, holdReasonLabel } from '../labels.ts'
import { percentText } from '../../../lib/format/percent-text.ts'
import { reasonText } from '../../../lib/format/reason-text.ts'

export interface ContractStateNotesProps {
  contract: ContractDetails
  now: Date
  /** Called when the deadline passes while the page is open. */
  onOver: () => void
  onAct: (action: OtherContractAction) => void
}

/** Explains the status: who has to act, until when, and why the contract is on hold or ended. */
export function StateNotes({ contract, now, onOver, onAct }: ContractStateNotesProps) {
  const { status, customer, changesRequested, hold, signBy, ended, coolingOff, timeZone } = contract
  const name = customer.name
  const isConnected = useConnection()
  return (
    <>
      {!isConnected && (
        <Banner tone="info">
          <Trans>You're offline. You can read the contract, but you need a connection to sign or change it.</Trans>
        </Banner>
      )}
      {status === 'PENDING_SIGNATURES' && signBy && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-surface-sunken px-4 py-3">
          <p className="font-medium">
            <Trans>Waiting for {name} to sign</Trans>
            <span className="block text-sm font-normal text-text-muted">
              <Trans>You've signed. The deadline is {longDay(signBy, timeZone)}.</Trans>
            </span>
          </p>
          <Countdown until={signBy} over={t`Time is up`} onOver={onOver} className="text-lg" />
        </div>
      )}
      {changesRequested && (
        <Banner tone="warning" title={<Trans>{name} asked for changes</Trans>}>
          <p>
            <bdi>{changesRequested.note}</bdi>
          </p>
          {changesRequested.clauseRefs.length > 0 && (
            <p className="text-text-muted">{changesRequested.clauseRefs.join(' · ')}</p>
          )}
        </Banner>
      )}
      {hold && (
        <Banner
          tone="warning"
          title={
            hold.by === 'PROVIDER' ? (
              <Trans>You put the work on hold</Trans>
            ) : (
              <Trans>{name} put the work on hold</Trans>
            )
          }
        >
          <p>
            <Why code={hold.reasonCode} label={holdReasonLabel} note={hold.note} />
          </p>
          {hold.until && (
            <p>
              <Trans>Work resumes automatically on {dayText(hold.until)}.</Trans>
            </p>
          )}
          <p>
            <Trans>Upcoming dates move by the length of the pause.</Trans>
          </p>
        </Banner>
      )}
      <EndNote contract={contract} now={now} onOver={onOver} onAct={onAct} />
      {coolingOff && isRunning(contract) && Date.parse(coolingOff.until) > now.getTime() && (
        <Banner tone="info" title={<Trans>{name} can still withdraw</Trans>}>
          {coolingOff.startEarlyConsent ? (
            <Trans>Until {longDay(coolingOff.until, timeZone)}. They agreed that work may start earlier.</Trans>
          ) : (
            <Trans>Until {longDay(coolingOff.until, timeZone)}. Start after that, or you may not be paid.</Trans>
          )}
        </Banner>
      )}
      {ended && status !== 'COMPLETED' && (
        <Banner tone="info" title={endedTitle(contract, agoText(ended.at, now))}>
          <EndReason contract={contract} />
        </Banner>
      )}
    </>
  )
}

function endedTitle({ status, customer, ended, termination }: ContractDetails, when: string): string {
  const name = customer.name
  switch (status) {
    case 'DECLINED':
      return t`${name} declined ${when}`
    case 'EXPIRED':
      return t`Expired ${when}: ${name} didn't sign in time`
    case 'VOIDED':
      return t`You cancelled the contract ${when}`
    default:
      if (termination?.status === 'ACCEPTED' && termination.decidedBy !== 'OPERATOR')
        return t`The contract ended ${when} by mutual agreement`
      return ended?.by === 'CUSTOMER' ? t`${name} ended the contract ${when}` : t`The contract ended ${when}`
  }
}

/** Says why the contract ended, and how much of the open work is paid. */
function EndReason({ contract: { ended, termination, status, progress } }: Pick<ContractStateNotesProps, 'contract'>) {
  const reason = ended?.reason ?? null
  if (status !== 'TERMINATED') return reason
  // An agreed end has the proposal's reason; a withdrawal has its own.
  const agreed = termination?.status === 'ACCEPTED' ? termination : undefined
  return (
    <>
      <p>
        {agreed ? (
          terminationReasonLabel(agreed.reasonCode)
        ) : reason === 'DISPUTE' ? (
          <Trans>As settled in the dispute.</Trans>
        ) : (
          reason
        )}
      </p>
      {agreed && (
        <p>
          <Trans>{moneyText(agreed.settledTotal)} is paid for the open milestones.</Trans>
        </p>
      )}
      {!agreed && progress.approvedAmount.amount > 0 && (
        <p>
          <Trans>Work completed by then: {moneyText(progress.approvedAmount)}.</Trans>
        </p>
      )}
    </>
  )
}

/** A reason and its note, which may be in any language. */
function Why<Code extends string>(props: {
  code: Code
  label: (code: Code) => string
  note: string | null | undefined
}) {
  const { code, label, note } = props
  return <bdi>{reasonText(code, note, label)}</bdi>
}

/** A proposal to end the contract, by either side, with the amount to be paid. */
function EndNote({ contract, onOver, onAct }: ContractStateNotesProps) {
  const { termination, customer, allowedActions } = contract
  if (!termination || !['PROPOSED', 'CONTESTED'].includes(termination.status)) return null
  const name = customer.name
  const isOwn = termination.by === 'PROVIDER'
  const settled = moneyText(termination.settledTotal)
  const endDay = dayText(termination.effectiveDate)
  const contested = termination.status === 'CONTESTED'
  return (
    <Banner
      tone="warning"
      title={
        contested ? (
          <Trans>Ending the contract is disputed</Trans>
        ) : isOwn ? (
          <Trans>You proposed to end the contract</Trans>
        ) : (
          <Trans>{name} wants to end the contract</Trans>
        )
      }
      action={!contested && <Countdown until={termination.answerBy} over={t`Time is up`} onOver={onOver} />}
    >
      <p>
        {contested && (isOwn ? <Trans>Your reason:</Trans> : <Trans>{name}'s reason:</Trans>)}{' '}
        <Why code={termination.reasonCode} label={terminationReasonLabel} note={termination.note} />
      </p>
      <p>
        <Trans>
          Proposed end date: {endDay}. The contract ends as soon as both sides agree. Then {settled} is paid for the
          open milestones.
        </Trans>
      </p>
      <ul className="mt-1 grid gap-0.5">
        {termination.settlement.map(({ milestoneId, title, percentDone, amount }) => (
          <li key={milestoneId} className="flex justify-between gap-3 tabular-nums">
            <span className="min-w-0 truncate">
              <bdi>{title}</bdi>, {percentText(percentDone)}
            </span>
            <span>{moneyText(amount)}</span>
          </li>
        ))}
      </ul>
      {termination.answerNote && (
        <p className="mt-1">
          {isOwn ? <Trans>{name} replied:</Trans> : <Trans>Your reply:</Trans>} <bdi>{termination.answerNote}</bdi>
        </p>
      )}
      {contested && (
        <p>
          <Trans>This stays open until the proposal is withdrawn, accepted or decided by our team.</Trans>
        </p>
      )}
      {allowedActions.includes('contest-termination') && (
        <Button size="sm" variant="secondary" className="mt-3" onClick={() => onAct('contest-termination')}>
          {actionLabel('contest-termination')}
        </Button>
      )}
    </Banner>
  )
}
