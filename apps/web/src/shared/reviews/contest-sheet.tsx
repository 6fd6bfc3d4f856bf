import type { ContestReason, Review } from '@fettle/protocol/reviews'
import { contestReasons, reviewLimits } from '@fettle/protocol/reviews/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../../lib/forms/use-form-draft.ts'
import { ownTimeZone } from '../../lib/format/dates.ts'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ChosenFileList } from '../forms/chosen-file-list.tsx'
import { FormSheet, ReasonField } from '../forms/form-sheet.tsx'
import { contesting } from './api.ts'
import { contestReasonLabel } from './labels.ts'

const ACCEPT = 'image/jpeg,image/png,image/webp,application/pdf,video/mp4'
const MAX_BYTES = 25 * 1024 * 1024
const MIN_NOTE_LENGTH = 20
const MAX_NOTE_LENGTH = 1000

/** Contests a review with a reason and evidence. */
export function ContestSheet({ review, now, onClose }: { review: Review; now: Date; onClose: () => void }) {
  const client = useQueryClient()
  const { form, change, clearDraft } = useDraft<{ reasonCode: ContestReason | ''; note: string }>(
    `contest:${review.id}`,
    {
      reasonCode: '',
      note: '',
    },
  )
  const { reasonCode, note } = form
  const [files, setFiles] = useState<readonly File[]>([])
  const [isSubmitted, setSubmitted] = useState(false)
  const contest = useMutation({
    ...contesting(client, review),
    onSuccess: () => {
      clearDraft()
      toast.success(t`We're looking into the review.`)
      onClose()
    },
  })
  const isShort = note.trim().length < MIN_NOTE_LENGTH
  const submit = () => {
    setSubmitted(true)
    if (reasonCode === '' || isShort || contest.isPending) return
    contest.mutate({ reasonCode, note: note.trim(), files })
  }
  return (
    <FormSheet
      title={<Trans>Contest this review</Trans>}
      description={<Trans>Our team will look at both sides. The review stays visible, marked “Under review”.</Trans>}
      submit={<Trans>Contest</Trans>}
      busy={contest.isPending}
      error={contest.error}
      timeZone={ownTimeZone()}
      now={now}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonField
        reasons={contestReasons}
        label={contestReasonLabel}
        value={reasonCode}
        onChange={(reason) => change({ reasonCode: reason })}
        error={isSubmitted && reasonCode === ''}
      />
      <TextAreaField
        label={<Trans>What's wrong</Trans>}
        rows={4}
        value={note}
        maxLength={MAX_NOTE_LENGTH}
        count={{ used: note.length, of: MAX_NOTE_LENGTH }}
        error={isSubmitted && isShort ? t`Describe what's wrong (at least ${MIN_NOTE_LENGTH} characters).` : undefined}
        onChange={(event) => change({ note: event.target.value })}
      />
      <ChosenFileList files={files} onRemove={(file) => setFiles(files.filter((each) => each !== file))} />
      {files.length < reviewLimits.evidence && (
        <FileDrop
          label={<Trans>Add evidence</Trans>}
          hint={<Trans>Photos, PDF or a video, up to 25 MB each.</Trans>}
          accept={ACCEPT}
          maxBytes={MAX_BYTES}
          onPick={(file) => setFiles([...files, file])}
        />
      )}
    </FormSheet>
  )
}
