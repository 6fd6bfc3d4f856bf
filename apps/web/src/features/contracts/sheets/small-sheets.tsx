import { editContract, holdContract, resumeContract, voidContract } from '@fettle/protocol/contracts/calls'
import type { HoldReason } from '@fettle/protocol/contracts/parts'
import { holdReasons } from '@fettle/protocol/contracts/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { addDays, wallTime } from '../../../lib/format/wall-time.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { holdReasonLabel } from '../labels.ts'
import { ContractActionSheet } from './contract-action-sheet.tsx'
import type { ContractSheetProps } from './sheets.types.ts'
import { isReasonMissing, ReasonFields, toReasonBody, type ReasonDraft } from './reason-fields.tsx'

/** Turns a sent contract back into a draft. */
export function EditSheet(props: ContractSheetProps) {
  const { name } = props.contract.customer
  return (
    <ContractActionSheet
      {...props}
      operation={editContract}
      body={{ content: {} }}
      title={<Trans>Edit contract</Trans>}
      description={<Trans>It becomes a draft again. {name} can sign after you sign and send it again.</Trans>}
      submit={<Trans>Edit</Trans>}
    >
      {() => (
        <p>
          <Trans>Your signature on the sent version becomes void.</Trans>
        </p>
      )}
    </ContractActionSheet>
  )
}

/** Voids a sent contract, with a reason that the customer reads. */
export function VoidSheet(props: ContractSheetProps) {
  const { form, change, clearDraft } = useDraft(`void:${props.contract.id}`, { reason: '' })
  const { reason } = form
  const wrong = reason.trim().length < 3
  return (
    <ContractActionSheet
      {...props}
      operation={voidContract}
      body={{ reason: reason.trim() }}
      wrong={wrong}
      onDone={clearDraft}
      success={{ title: t`Contract cancelled` }}
      title={<Trans>Cancel the contract?</Trans>}
      description={<Trans>It can no longer be signed. You can still read it here.</Trans>}
      submit={<Trans>Cancel contract</Trans>}
      variant="danger"
    >
      {(isSubmitted) => (
        <TextAreaField
          label={t`Reason`}
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => change({ reason: target.value })}
          error={isSubmitted && wrong ? t`Enter a reason (3 to 1,000 characters).` : undefined}
        />
      )}
    </ContractActionSheet>
  )
}

/** Puts the contract on hold with a reason, until a date or until it is resumed. */
export function HoldSheet(props: ContractSheetProps) {
  const { contract, now } = props
  const tomorrow = addDays(wallTime(now, contract.timeZone).day, 1)
  const { form, change, clearDraft } = useDraft<ReasonDraft<HoldReason> & { until: string }>(`hold:${contract.id}`, {
    reason: '',
    note: '',
    until: '',
  })
  return (
    <ContractActionSheet
      {...props}
      operation={holdContract}
      body={{ ...toReasonBody(form), until: form.until || null }}
      wrong={isReasonMissing(form)}
      onDone={clearDraft}
      success={{ title: t`On hold` }}
      title={<Trans>Put work on hold</Trans>}
      description={<Trans>We'll let the customer know. Upcoming dates move by the length of the pause.</Trans>}
      submit={<Trans>Put work on hold</Trans>}
    >
      {(isSubmitted) => (
        <ReasonFields
          reasons={holdReasons}
          label={holdReasonLabel}
          value={form}
          onChange={({ reason, note }) => change({ reason, note })}
          isSubmitted={isSubmitted}
        >
          <DateField
            label={t`Until`}
            optional
            min={tomorrow}
            value={form.until}
            hint={<Trans>Work resumes automatically on that day.</Trans>}
            onChange={(until) => change({ until })}
          />
        </ReasonFields>
      )}
    </ContractActionSheet>
  )
}

/** Resumes a contract on hold; upcoming dates move. */
export const ResumeSheet = (props: ContractSheetProps) => (
  <ContractActionSheet
    {...props}
    operation={resumeContract}
    success={{ title: t`Work resumed` }}
    title={<Trans>Resume work?</Trans>}
    description={<Trans>We'll let the customer know. Upcoming dates move by the length of the pause.</Trans>}
    submit={<Trans>Resume</Trans>}
  />
)
