import { disputeLimits } from '@fettle/protocol/disputes/flow'
import type { DisputeReason, DisputeSubjectType } from '@fettle/protocol/disputes/states'
import type { DisputeTerms } from '@fettle/protocol/disputes'
import { getDisputeTerms, openDispute } from '@fettle/protocol/disputes/calls'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { useDraft } from '../../lib/forms/use-form-draft.ts'
import { amountInput, parseAmount } from '../../lib/format/amounts.ts'
import { call } from '../../lib/http/api.ts'
import { ownTimeZone } from '../../lib/format/dates.ts'
import { useIdempotencyKey } from '../../lib/http/idempotency-key.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { queryOf } from '../../lib/http/query.ts'
import { isRetryable } from '../../lib/offline/mutation-queue.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextAreaField, TextField } from '../../ui/forms/field.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { FormSheet, ReasonField } from '../forms/form-sheet.tsx'
import { LoadError } from '../errors/load-error.tsx'
import { ErrorNotice } from '../errors/error-notice.tsx'
import { uploadEvidence } from '../forms/upload-evidence.ts'
import { disputeReasonLabel } from './dispute-labels.ts'

export interface DisputeSubject {
  type: DisputeSubjectType
  id: string
}

interface Props {
  subject: DisputeSubject
  onClose: () => void
}

/** Opens a dispute: reason, amount and evidence. */
export function OpenDispute({ subject, onClose }: Props) {
  const now = useNow()
  const terms = useQuery(queryOf(getDisputeTerms, { query: subject }))
  if (terms.data) return <Sheet subject={subject} terms={terms.data} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={t`Open a dispute`}>
      {terms.isError && isRetryable(terms.error) ? (
        <LoadError query={terms} />
      ) : terms.isError ? (
        <ErrorNotice error={terms.error} timeZone={ownTimeZone()} now={now} />
      ) : (
        <SkeletonList rows={3} />
      )}
    </Dialog>
  )
}

interface DisputeDraft {
  reason: DisputeReason | ''
  statement: string
  amount: string
  wish: string
}

const { statementMin, statementMax, respondHours } = disputeLimits

function Sheet({ subject, terms, onClose }: Props & { terms: DisputeTerms }) {
  const now = useNow()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { total, customerName } = terms
  const draft = useDraft<DisputeDraft>(`dispute:${subject.id}`, {
    reason: '',
    statement: '',
    amount: total ? amountInput(total.amount, total.currency) : '',
    wish: '',
  })
  const { reason, statement, amount, wish } = draft.form
  const [files, setFiles] = useState<File[]>([])
  const [isSubmitted, setSubmitted] = useState(false)
  const withKey = useIdempotencyKey()
  const sum = total ? parseAmount(amount, total.currency) : 0
  const problems = {
    statement:
      statement.trim().length < statementMin
        ? t`Describe what happened (at least ${statementMin} characters).`
        : undefined,
    amount:
      total && (sum === undefined || sum > total.amount) ? t`Enter an amount up to ${moneyText(total)}.` : undefined,
  }
  const open = useMutation({
    mutationFn: async () => {
      const body = {
        subject,
        reasonCode: reason as DisputeReason,
        statement: statement.trim(),
        ...(wish.trim() && { desiredOutcome: wish.trim() }),
        ...(total && { amountInDispute: sum }),
        evidenceIds: await uploadEvidence(files),
      }
      return withKey((idempotencyKey) => call(openDispute, { body }, { idempotencyKey }))
    },
    onSuccess: async ({ id: disputeId }) => {
      draft.clearDraft()
      await Promise.all(
        ['bookings', 'contracts', 'invoices', 'disputes'].map((noun) =>
          client.invalidateQueries({ queryKey: [noun], refetchType: 'none' }),
        ),
      )
      toast.success(t`Dispute opened`, {
        body: plural(respondHours, {
          one: `${customerName} has # hour to reply.`,
          other: `${customerName} has # hours to reply.`,
        }),
      })
      void navigate(paths.dispute(disputeId))
    },
  })
  const submit = () => {
    setSubmitted(true)
    if (reason && !problems.statement && !problems.amount) open.mutate()
  }
  return (
    <FormSheet
      title={t`Open a dispute`}
      description={
        <Plural
          value={respondHours}
          one={`${customerName} has # hour to reply. Money in dispute is on hold until it's settled.`}
          other={`${customerName} has # hours to reply. Money in dispute is on hold until it's settled.`}
        />
      }
      submit={<Trans>Open the dispute</Trans>}
      busy={open.isPending}
      error={open.error}
      timeZone={ownTimeZone()}
      now={now}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonField
        reasons={terms.reasons}
        label={disputeReasonLabel}
        value={reason}
        onChange={(chosen) => draft.change({ reason: chosen })}
        error={isSubmitted && !reason}
      />
      <TextAreaField
        label={t`What happened`}
        rows={5}
        maxLength={statementMax}
        count={{ used: statement.length, of: statementMax }}
        value={statement}
        onChange={(event) => draft.change({ statement: event.target.value })}
        error={isSubmitted ? problems.statement : undefined}
      />
      {total && (
        <TextField
          label={t`Amount in dispute (${total.currency})`}
          hint={terms.wholeOnly ? t`The full amount: it was either paid or not.` : t`Of ${moneyText(total)}.`}
          inputMode="decimal"
          autoComplete="off"
          readOnly={terms.wholeOnly}
          value={amount}
          onChange={(event) => draft.change({ amount: event.target.value })}
          error={isSubmitted ? problems.amount : undefined}
        />
      )}
      <TextAreaField
        label={t`Wanted outcome`}
        optional
        rows={2}
        maxLength={1000}
        value={wish}
        onChange={(event) => draft.change({ wish: event.target.value })}
      />
      <FileDrop
        label={<Trans>Add evidence</Trans>}
        hint={
          files.length > 0 ? (
            <Plural value={files.length} one="# file attached" other="# files attached" />
          ) : (
            <Trans>Photos, documents or a video. You can add more later.</Trans>
          )
        }
        accept={uploadRules.EVIDENCE.mimes.join(',')}
        maxBytes={uploadRules.EVIDENCE.maxBytes}
        onPick={(file) => setFiles((all) => [...all, file])}
      />
    </FormSheet>
  )
}
