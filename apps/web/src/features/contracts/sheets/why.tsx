import type { ReactNode } from 'react'
import { t } from '@lingui/core/macro'
import { NoteField, ReasonField } from '../../../shared/forms/form-sheet.tsx'

/** Reason of an action, with a note to the customer. */
export interface Why<Reason extends string> {
  reason: Reason | ''
  note: string
}

/** The reason "other" needs a note. */
const lacksNote = ({ reason, note }: Why<string>): boolean => reason === 'OTHER' && note.trim() === ''

export const lacksWhy = (why: Why<string>): boolean => why.reason === '' || lacksNote(why)

/** Request body of the reason. */
export const whyIn = ({ reason, note }: Why<string>) => ({
  reasonCode: reason,
  ...(note.trim() && { note: note.trim() }),
})

/** Fields for reason and note; `children` are shown between them. */
export function WhyFields<Reason extends string>(props: {
  reasons: readonly Reason[]
  label: (reason: Reason) => string
  why: Why<Reason>
  onChange: (why: Why<Reason>) => void
  tried: boolean
  children: ReactNode
}) {
  const { reasons, label, why, onChange, tried, children } = props
  return (
    <>
      <ReasonField
        reasons={reasons}
        label={label}
        value={why.reason}
        onChange={(reason) => onChange({ ...why, reason })}
        error={tried && why.reason === ''}
      />
      {children}
      <NoteField
        value={why.note}
        onChange={(note) => onChange({ ...why, note })}
        needed={why.reason === 'OTHER'}
        error={tried && lacksNote(why) ? t`Enter a short reason.` : undefined}
      />
    </>
  )
}
