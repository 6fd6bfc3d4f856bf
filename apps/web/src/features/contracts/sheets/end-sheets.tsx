import {
  acceptTermination,
  contestTermination,
  proposeTermination,
  withdrawTermination,
} from '@fettle/protocol/contracts/calls'
import type { TerminationReason } from '@fettle/protocol/contracts/parts'
import { terminationReasons } from '@fettle/protocol/contracts/constants'
import { openMilestoneStatuses } from '@fettle/protocol/contracts/flow'
import { shareOf, sumOf } from '@fettle/protocol/common/money'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { parseWholeNumber } from '../../../lib/format/amounts.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { wallTime } from '../../../lib/format/wall-time.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { ValueField } from '../../../shared/forms/value-field.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { terminationReasonLabel } from '../labels.ts'
import { ContractActionSheet } from './contract-action-sheet.tsx'
import type { ContractSheetProps } from './sheets.types.ts'
import { isReasonMissing, ReasonFields, toReasonBody, type ReasonDraft } from './reason-fields.tsx'

const open: readonly string[] = openMilestoneStatuses

type EndDraft = ReasonDraft<TerminationReason> & {
  day: string
  /** By milestone. Missing until it is entered: no share may be given away unseen. */
  donePercents: Readonly<Partial<Record<string, number>>>
}

/** Proposes to end the contract, with the completed share of each open milestone. */
export function EndSheet(props: ContractSheetProps) {
  const { contract, now } = props
  const { currency } = contract
  const milestones = contract.milestones.filter(({ status }) => open.includes(status))
  const { form, change, clearDraft } = useDraft<EndDraft>(`termination:${contract.id}`, {
    reason: '',
    note: '',
    day: wallTime(now, contract.timeZone).day,
    donePercents: Object.fromEntries(
      milestones.flatMap(({ id, status }) => (status === 'SUBMITTED' ? [[id, 100]] : [])),
    ),
  })
  const { day, donePercents } = form
  const isUnknown = (id: string) => donePercents[id] === undefined
  const dueAmount = sumOf(milestones.map(({ id, amount }) => shareOf(amount.amount, (donePercents[id] ?? 0) * 100)))
  const sum = moneyText({ amount: dueAmount, currency })
  const enterPercent = t`Enter a whole number from 0 to 100.`
  const { name } = contract.customer
  return (
    <ContractActionSheet
      {...props}
      operation={proposeTermination}
      body={{
        ...toReasonBody(form),
        effectiveDate: day,
        settlement: milestones.map(({ id }) => ({ milestoneId: id, percentDone: donePercents[id] ?? 0 })),
      }}
      wrong={isReasonMissing(form) || !day || milestones.some(({ id }) => isUnknown(id))}
      onDone={clearDraft}
      success={{ title: t`Proposal sent`, body: t`${name} has 7 days to reply.` }}
      title={<Trans>Propose to end the contract</Trans>}
      description={<Trans>{name} has 7 days to reply. Nothing changes until then.</Trans>}
      submit={<Trans>Propose</Trans>}
      variant="danger"
    >
      {(isSubmitted) => (
        <ReasonFields
          reasons={terminationReasons}
          label={terminationReasonLabel}
          value={form}
          onChange={({ reason, note }) => change({ reason, note })}
          isSubmitted={isSubmitted}
        >
          <DateField
            label={t`End date`}
            value={day}
            onChange={(next) => change({ day: next })}
            error={isSubmitted && !day ? t`Choose a day.` : undefined}
          />
          <fieldset className="grid gap-3">
            <legend className="mb-1 text-sm font-semibold">
              <Trans>Progress of each open milestone</Trans>
            </legend>
            {milestones.map(({ id, title, amount }) => (
              <ValueField
                key={id}
                label={title}
                inputMode="numeric"
                hint={t`Percent of ${moneyText(amount)}`}
                value={String(donePercents[id] ?? '')}
                error={isSubmitted && isUnknown(id) ? enterPercent : undefined}
                onText={(text) => {
                  const percent = parseWholeNumber(text, 100)
                  if (percent === undefined) return false
                  change((before) => ({ donePercents: { ...before.donePercents, [id]: percent } }))
                  return true
                }}
                wrong={enterPercent}
              />
            ))}
            <p
              role="status"
              className="flex justify-between gap-4 rounded-control bg-surface-sunken px-4 py-3 font-semibold"
            >
              <Trans>Due for these milestones</Trans>
              <span className="tabular-nums">{sum}</span>
            </p>
          </fieldset>
        </ReasonFields>
      )}
    </ContractActionSheet>
  )
}

/** Accepts a proposed end: completed work is paid, the rest is cancelled. */
export function AcceptEndSheet(props: ContractSheetProps) {
  const { termination } = props.contract
  const settled = termination && moneyText(termination.settledTotal)
  return (
    <ContractActionSheet
      {...props}
      operation={acceptTermination}
      success={{ title: t`The contract has ended` }}
      title={<Trans>Agree to end the contract?</Trans>}
      description={
        <Trans>{settled} is paid for the open milestones and the rest is cancelled. You can't undo this.</Trans>
      }
      submit={<Trans>Agree to end</Trans>}
      variant="danger"
    />
  )
}

/** Contests a proposed end: the contract is disputed until one side concedes or support decides. */
export function ContestEndSheet(props: ContractSheetProps) {
  const { form, change, clearDraft } = useDraft(`contest-termination:${props.contract.id}`, { note: '' })
  const { note } = form
  const wrong = note.trim().length < 3
  return (
    <ContractActionSheet
      {...props}
      operation={contestTermination}
      body={{ note: note.trim() }}
      wrong={wrong}
      onDone={clearDraft}
      title={<Trans>Object to ending the contract</Trans>}
      description={<Trans>The contract is disputed until you agree or our team decides.</Trans>}
      submit={<Trans>Object</Trans>}
    >
      {(isSubmitted) => (
        <TextAreaField
          label={t`Why`}
          rows={4}
          maxLength={2000}
          value={note}
          onChange={({ target }) => change({ note: target.value })}
          error={isSubmitted && wrong ? t`Enter a reason (3 to 2,000 characters).` : undefined}
        />
      )}
    </ContractActionSheet>
  )
}

/** Withdraws the provider's own proposal to end the contract. */
export const WithdrawEndSheet = (props: ContractSheetProps) => (
  <ContractActionSheet
    {...props}
    operation={withdrawTermination}
    success={{ title: t`Withdrawn` }}
    title={<Trans>Withdraw the proposal?</Trans>}
    description={<Trans>The contract continues as before.</Trans>}
    submit={<Trans>Withdraw</Trans>}
  />
)
