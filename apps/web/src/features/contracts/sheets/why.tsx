import type { ReactNode } from 'react'
import { t } from '@lingui/core/macro'
import { NoteField, ReasonField } from '../../../shared/form-sheet.tsx'

/** Why something is done, and a word to the customer. */
export interface Why<Reason extends string> {
  reason: Reason | ''
  note: string
}

/** Another reason than those there are is said in words. */
const lacksNote = ({ reason, note }: Why<string>): boolean => reason === 'OTHER' && note.trim() === ''

export const lacksWhy = (why: Why<string>): boolean => why.reason === '' || lacksNote(why)

/** As it is sent. */
export const whyIn = ({ reason, note }: Why<string>) => ({
  reasonCode: reason,
  ...(note.trim() && { note: note.trim() }),
})

/** The reason first and the word last; what else is asked stands between them. */
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
        error={tried && lacksNote(why) ? t`Say why in a few words.` : undefined}
      />
    </>
  )
}
