import type { ChecklistItem } from '@fettle/protocol/bookings/checklists'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { CircleCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isComposing } from '../../../lib/forms/is-composing.ts'
import { parseDecimal, parseSigned } from '../../../lib/format/amounts.ts'
import { formatter } from '../../../lib/format/dates.ts'
import { PhotoInput } from '../../../shared/forms/photo-input.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import type { WorkProps } from './work-props.ts'

interface ItemProps extends Pick<WorkProps, 'booking' | 'offline'> {
  item: ChecklistItem
  open: boolean
}

/** One checklist item, with the control that answers it. */
export function ChecklistItemAnswer({ item, open, offline, booking }: ItemProps) {
  const answer = (content: Record<string, unknown>) => offline.run('checklist', { itemId: item.id, ...content })
  const label = (
    <>
      <bdi>{item.label}</bdi>
      {item.required && (
        <>
          {' '}
          <span className="ms-0.5 text-sm text-text-muted">
            <Trans>required</Trans>
          </span>
        </>
      )}
    </>
  )
  switch (item.type) {
    case 'PHOTO':
      return <PhotoItem item={item} open={open} offline={offline} booking={booking} label={label} />
    case 'CHECK':
      return (
        <Checkbox
          label={label}
          checked={item.done}
          disabled={!open}
          onChange={(event) => void answer({ done: event.target.checked })}
        />
      )
    case 'PASS_FAIL':
      return (
        <div role="group" aria-label={item.label} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
          <span className="flex-1">{label}</span>
          <span className="flex gap-2">
            {(['PASS', 'FAIL'] as const).map((value) => (
              <button
                key={value}
                type="button"
                aria-pressed={item.value === value}
                disabled={!open}
                onClick={() => void answer({ value: item.value === value ? null : value })}
                className={clsx(
                  'min-h-11 rounded-control border px-3.5 text-sm font-semibold transition-colors',
                  item.value !== value && 'border-line-strong bg-surface-raised hover:bg-surface-hover',
                  item.value === value &&
                    (value === 'PASS'
                      ? 'border-success bg-success-soft text-success'
                      : 'border-danger bg-danger-soft text-danger'),
                )}
              >
                {value === 'PASS' ? <Trans>Pass</Trans> : <Trans>Fail</Trans>}
              </button>
            ))}
          </span>
        </div>
      )
    case 'NUMBER':
    case 'TEXT':
      return <ReadingField item={item} open={open} label={label} onAnswer={(value) => answer({ value })} />
  }
}

/** Checklist item answered by a photo, which is also added to the job. */
function PhotoItem({ item, open, offline, booking, label }: ItemProps & { label: ReactNode }) {
  const photo = booking.photos.find(({ id }) => id === item.photoId)
  return (
    <div role="group" aria-label={item.label} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      {photo && (
        <img src={photo.url} alt={item.label} loading="lazy" className="size-11 rounded-control object-cover" />
      )}
      {!photo && item.done && <CircleCheck size={20} aria-label={t`Done`} className="text-success" />}
      <span className="flex-1 basis-40">{label}</span>
      {open && (
        <PhotoInput
          fromCamera
          className="min-h-11 text-sm"
          onPhoto={(file) => void offline.run('photo', { file, kind: 'DURING', itemId: item.id })}
        >
          {item.done ? <Trans>Add another photo</Trans> : <Trans>Take a photo</Trans>}
        </PhotoInput>
      )}
    </div>
  )
}

interface ReadingFieldProps {
  item: ChecklistItem
  open: boolean
  label: ReactNode
  /** Resolves to whether the answer was taken. */
  onAnswer: (value: string | number | null) => Promise<boolean>
}

/** Parses a measured number; undefined when invalid. Units are refused, as `2 m 40` is not 240. */
function parseReading(typed: string): number | undefined {
  if (/\p{L}/u.test(typed)) return undefined
  return parseSigned(typed, (unsigned) => {
    const decimal = parseDecimal(unsigned)
    return decimal === undefined ? undefined : Number(decimal)
  })
}

/** An answer as it may be typed: `1.5`, in French `1,5`. */
const shownAnswer = (value: ChecklistItem['value']): string =>
  typeof value === 'number'
    ? formatter().number(value, { maximumFractionDigits: 20, useGrouping: false })
    : (value ?? '')

/** Checklist item answered by a text or number, which is saved on Enter and when the field is left. */
function ReadingField({ item, open, label, onAnswer }: ReadingFieldProps) {
  const isNumber = item.type === 'NUMBER'
  // Undefined while the field shows the saved answer.
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const save = async () => {
    if (typed === undefined) return
    const text = typed.trim()
    const value = text === '' ? null : isNumber ? parseReading(text) : text
    setWrong(value === undefined)
    if (value === undefined) return
    if (value === item.value || (await onAnswer(value))) setTyped((now) => (now === typed ? undefined : now))
  }
  return (
    <TextField
      label={label}
      aria-required={item.required}
      value={typed ?? shownAnswer(item.value)}
      disabled={!open}
      {...(isNumber && { inputMode: 'decimal' as const })}
      maxLength={isNumber ? 20 : 1000}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && void save()}
      error={isWrong ? t`Enter a number, without a unit.` : undefined}
      className="py-2"
    />
  )
}
