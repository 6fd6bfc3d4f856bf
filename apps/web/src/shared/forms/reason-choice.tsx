import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { formatter } from '../../lib/format/dates.ts'
import { FieldError, TextAreaField } from '../../ui/forms/field.tsx'

export interface ReasonForm<Reason extends string> {
  reason: Reason | ''
  note: string
}

/** Reads a reason and its note. Undefined while one is missing or too long: the reason OTHER needs a note. */
export function readReason<Reason extends string>(form: ReasonForm<Reason>, maxNote: number) {
  const { reason } = form
  if (reason === '' || noteProblem(form, maxNote)) return undefined
  const note = form.note.trim()
  return { reason, ...(note && { note }) }
}

function noteProblem({ reason, note }: ReasonForm<string>, maxNote: number): string | undefined {
  const limit = formatter().number(maxNote)
  if (note.length > maxNote) return t`Use at most ${limit} characters.`
  return reason === 'OTHER' && note.trim() === '' ? t`Add a short explanation.` : undefined
}

interface ReasonChoiceProps<Reason extends string> {
  legend: ReactNode
  reasons: readonly Reason[]
  label: (reason: Reason) => string
  noteLabel: string
  maxNote: number
  form: ReasonForm<Reason>
  onChange: (next: Partial<ReasonForm<Reason>>) => void
  /** Shows what is missing. */
  isSubmitted: boolean
}

/** Radio buttons for a reason, and a note. */
export function ReasonChoice<Reason extends string>(props: ReasonChoiceProps<Reason>) {
  const { legend, reasons, label, noteLabel, maxNote, form, onChange, isSubmitted } = props
  const id = useId()
  const isMissing = isSubmitted && form.reason === ''
  return (
    <>
      <fieldset
        role="radiogroup"
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-error` : undefined}
      >
        <legend className="mb-1 text-sm font-semibold">{legend}</legend>
        <div className="grid">
          {reasons.map((reason) => (
            <label key={reason} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name={id}
                value={reason}
                checked={form.reason === reason}
                onChange={() => onChange({ reason })}
                className="size-5 accent-accent"
              />
              {label(reason)}
            </label>
          ))}
        </div>
        {isMissing && (
          <FieldError id={`${id}-error`}>
            <Trans>Choose a reason.</Trans>
          </FieldError>
        )}
      </fieldset>
      <TextAreaField
        label={noteLabel}
        optional={form.reason !== 'OTHER'}
        rows={3}
        value={form.note}
        onChange={(event) => onChange({ note: event.target.value })}
        count={{ used: form.note.length, of: maxNote }}
        error={isSubmitted ? noteProblem(form, maxNote) : undefined}
      />
    </>
  )
}
