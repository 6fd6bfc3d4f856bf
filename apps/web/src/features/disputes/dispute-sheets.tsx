import type { DisputeView } from '@fettle/protocol/disputes'
import { disputeLimits } from '@fettle/protocol/disputes/flow'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { amountInput, parseAmount } from '../../lib/format/amounts.ts'
import { ownTimeZone } from '../../lib/format/dates.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useDraft } from '../../lib/forms/use-form-draft.ts'
import { ChosenFileList } from '../../shared/forms/chosen-file-list.tsx'
import { FormSheet, type FormSheetProps } from '../../shared/forms/form-sheet.tsx'
import { FieldError, TextAreaField, TextField } from '../../ui/forms/field.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { stepDraft, type DisputeStep } from './api.ts'

interface Props {
  dispute: DisputeView
  busy: boolean
  error: unknown
  onStep: (step: DisputeStep) => void
  onClose: () => void
}

export type DisputeSheetName = 'respond' | 'propose' | 'accept' | 'evidence' | 'withdraw' | 'appeal'

/** Sheets of a dispute. */
export function Sheets({ sheet, ...props }: Props & { sheet: DisputeSheetName }) {
  switch (sheet) {
    case 'respond':
      return (
        <StatementSheet
          {...props}
          action="respond"
          title={t`Reply to the dispute`}
          description={<Trans>Tell us what happened. You then have seven days to agree.</Trans>}
          submit={<Trans>Send reply</Trans>}
          label={t`What happened`}
          maxLength={disputeLimits.statementMax}
          onText={(statement) => props.onStep({ action: 'respond', statement })}
        />
      )
    case 'appeal':
      return (
        <StatementSheet
          {...props}
          action="appeal"
          title={t`Appeal the decision`}
          description={<Trans>You can appeal once. The next decision is final.</Trans>}
          submit={<Trans>Appeal</Trans>}
          label={t`What the decision got wrong`}
          maxLength={2000}
          onText={(note) => props.onStep({ action: 'appeal', note })}
        />
      )
    case 'propose':
      return <ProposeSheet {...props} />
    case 'accept':
      return <AcceptSheet {...props} />
    case 'evidence':
      return <EvidenceSheet {...props} />
    case 'withdraw':
      return (
        <Frame
          {...props}
          title={t`Withdraw the dispute?`}
          description={<Trans>Everything continues as before, and nothing stays on hold.</Trans>}
          submit={<Trans>Withdraw</Trans>}
          onSubmit={() => props.onStep({ action: 'withdraw' })}
        />
      )
  }
}

const Frame = ({ dispute: _, onStep: _step, ...sheet }: Props & Omit<FormSheetProps, 'timeZone' | 'now'>) => (
  <FormSheet {...sheet} timeZone={ownTimeZone()} now={useNow()} />
)

function StatementSheet(
  props: Props & {
    action: 'respond' | 'appeal'
    title: string
    description: ReactNode
    submit: ReactNode
    label: string
    maxLength: number
    onText: (text: string) => void
  },
) {
  const { action, label, maxLength, onText, ...frame } = props
  const { form, change } = useDraft(stepDraft(props.dispute, action), { text: '' })
  const { text } = form
  const [isSubmitted, setSubmitted] = useState(false)
  const least = disputeLimits.statementMin
  const isShort = text.trim().length < least
  return (
    <Frame
      {...frame}
      onSubmit={() => {
        setSubmitted(true)
        if (!isShort) onText(text.trim())
      }}
    >
      <TextAreaField
        label={label}
        rows={6}
        maxLength={maxLength}
        count={{ used: text.length, of: maxLength }}
        value={text}
        onChange={(event) => change({ text: event.target.value })}
        error={isSubmitted && isShort ? t`Enter at least ${least} characters.` : undefined}
      />
    </Frame>
  )
}

function ProposeSheet(props: Props) {
  const { dispute, onStep } = props
  const { amountInDispute: disputed, customer, proposalsLeft, subject } = dispute
  const { form, change } = useDraft(stepDraft(dispute, 'propose'), {
    amount: disputed
      ? amountInput(subject.type === 'PAYMENT' ? disputed.amount : Math.round(disputed.amount / 2), disputed.currency)
      : '',
    note: '',
  })
  const { amount, note } = form
  const [isSubmitted, setSubmitted] = useState(false)
  const sum = disputed ? parseAmount(amount, disputed.currency) : undefined
  const isWrong = disputed !== null && (sum === undefined || sum > disputed.amount)
  const isShort = note.trim().length < 3
  return (
    <Frame
      {...props}
      title={t`Propose a settlement`}
      description={
        <>
          <Trans>If {customer.name} accepts, the dispute is settled right away.</Trans>{' '}
          <Plural value={proposalsLeft} one="You can make # more proposal." other="You can make # more proposals." />
        </>
      }
      submit={<Trans>Send proposal</Trans>}
      onSubmit={() => {
        setSubmitted(true)
        if (!isWrong && !isShort) onStep({ action: 'propose', amountToProvider: sum, note: note.trim() })
      }}
    >
      {subject.type === 'REVIEW' && (
        <p className="text-sm text-text-muted">
          <Trans>If it's accepted, the review is removed.</Trans>
        </p>
      )}
      {disputed && (
        <TextField
          label={t`For you (${disputed.currency})`}
          hint={t`Of the ${moneyText(disputed)} in dispute.`}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => change({ amount: event.target.value })}
          error={isSubmitted && isWrong ? t`Enter an amount up to ${moneyText(disputed)}.` : undefined}
        />
      )}
      <TextAreaField
        label={t`Your proposal`}
        rows={4}
        maxLength={1000}
        value={note}
        onChange={(event) => change({ note: event.target.value })}
        error={isSubmitted && isShort ? t`Describe your proposal in a few words.` : undefined}
      />
    </Frame>
  )
}

/** Confirms accepting a proposal, with the amount: money moves at once. */
function AcceptSheet(props: Props) {
  const { dispute, onStep } = props
  const { proposals, amountInDispute } = dispute
  const proposal = proposals.find(({ isMineToAnswer }) => isMineToAnswer)
  if (!proposal) return null
  const { id, amountToProvider: sum } = proposal
  return (
    <Frame
      {...props}
      title={t`Accept this proposal?`}
      description={
        sum && amountInDispute ? (
          <Trans>
            This settles the dispute right away, with {moneyText(sum)} of {moneyText(amountInDispute)} for you. You
            can't undo this.
          </Trans>
        ) : (
          <Trans>This settles the dispute right away. You can't undo this.</Trans>
        )
      }
      submit={<Trans>Accept</Trans>}
      onSubmit={() => onStep({ action: 'accept', proposalId: id })}
    />
  )
}

function EvidenceSheet(props: Props) {
  const { dispute, onStep } = props
  const [files, setFiles] = useState<File[]>([])
  const { form, change } = useDraft(stepDraft(dispute, 'evidence'), { note: '' })
  const { note } = form
  const [isSubmitted, setSubmitted] = useState(false)
  const { evidenceLeft } = dispute
  return (
    <Frame
      {...props}
      title={t`Add evidence`}
      description={<Plural value={evidenceLeft} one="You can add # more file." other="You can add # more files." />}
      submit={<Trans>Add</Trans>}
      onSubmit={() => {
        setSubmitted(true)
        if (files.length > 0) onStep({ action: 'evidence', files, note: note.trim() })
      }}
    >
      <ChosenFileList files={files} onRemove={(file) => setFiles(files.filter((each) => each !== file))} />
      {files.length < evidenceLeft && (
        <FileDrop
          label={<Trans>Choose a file</Trans>}
          hint={<Trans>Photos, documents or a video</Trans>}
          accept={uploadRules.EVIDENCE.mimes.join(',')}
          maxBytes={uploadRules.EVIDENCE.maxBytes}
          onPick={(file) => setFiles((all) => [...all, file])}
        />
      )}
      {isSubmitted && files.length === 0 && <FieldError>{t`Choose a file.`}</FieldError>}
      <TextAreaField
        label={t`What it shows`}
        optional
        rows={2}
        maxLength={500}
        value={note}
        onChange={(event) => change({ note: event.target.value })}
      />
    </Frame>
  )
}
