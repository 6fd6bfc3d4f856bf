import type { ReactNode } from 'react'
import { t } from '@lingui/core/macro'
import { NoteField, ReasonField } from '../../../shared/forms/form-sheet.tsx'

/** Form values of the reason of an action, with a note to the customer. */
export interface ReasonDraft<Reason extends string> {
  reason: Reason | ''
  note: string
}

/** The reason "other" needs a note. */
const lacksNote = ({ reason, note }: ReasonDraft<string>): boolean => reason === 'OTHER' && note.trim() === ''

/** Whether the reason is missing, or the note that the reason "other" needs. */
export const isReasonMissing = (draft: ReasonDraft<string>): boolean => draft.reason === '' || lacksNote(draft)

/** The fields of a request body that carry the reason. */
export const toReasonBody = ({ reason, note }: ReasonDraft<string>) => ({
  reasonCode: reason,
  ...(note.trim() && { note: note.trim() }),
})

/** Fields for reason and note; `children` are shown between them. */
export function ReasonFields<Reason extends string>(props: {
  reasons: readonly Reason[]
  label: (reason: Reason) => string
  value: ReasonDraft<Reason>
  onChange: (value: ReasonDraft<Reason>) => void
  isSubmitted: boolean
  children: ReactNode
}) {
  const { reasons, label, value, onChange, isSubmitted, children } = props
  return (
    <>
      <ReasonField
        reasons={reasons}
        label={label}
        value={value.reason}
        onChange={(reason) => onChange({ ...value, reason })}
        error={isSubmitted && value.reason === ''}
      />
      {children}
      <NoteField
        value={value.note}
        onChange={(note) => onChange({ ...value, note })}
        required={value.reason === 'OTHER'}
        error={isSubmitted && lacksNote(value) ? t`Enter a short reason.` : undefined}
      />
    </>
  )
}
