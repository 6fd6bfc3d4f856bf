import type { Instalment } from '@fettle/protocol/offers/content'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { parseBasisPoints, percentInput } from '../../../../lib/format/amounts.ts'
import { randomId } from '../../../../lib/random-id.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { DateField } from '../../../../ui/dates/date-field.tsx'
import { FieldError, SelectField, TextField } from '../../../../ui/forms/field.tsx'
import { focusBeside } from '../../../../ui/layout/focus-beside.ts'
import { allDues, dueLabel } from './due-labels.ts'
import type { OfferProblems } from '../problems.ts'
import type { Editing } from '../use-editing.ts'
import { ValueField } from '../../../../shared/forms/value-field.tsx'

const FULL_BPS = 10_000

/** Keys of instalments, which have no ids. A changed one gets the key of the one before. */
const keys = new WeakMap<Instalment, string>()
function keyOf(part: Instalment): string {
  const key = keys.get(part) ?? randomId()
  keys.set(part, key)
  return key
}

/** Payment schedule of the remainder after the deposit. Without one it is due on completion. */
export function Instalments({ editing, problems }: { editing: Editing; problems: OfferProblems }) {
  const { content, edit } = editing
  const parts = content.paymentSchedule
  const setSchedule = (paymentSchedule: Instalment[], tag?: string) =>
    edit((before) => ({ ...before, paymentSchedule }), tag && `instalment ${tag}`)
  const addButton = useRef<HTMLButtonElement>(null)
  const used = parts.reduce((sum, { shareBps }) => sum + shareBps, 0)
  const left = percentInput(Math.abs(FULL_BPS - used))
  const add = () => {
    // Starts with two halves; each further part takes the remainder.
    const half = { label: '', shareBps: FULL_BPS / 2 }
    if (parts.length === 0)
      return setSchedule([
        { ...half, dueOn: 'START' },
        { ...half, dueOn: 'COMPLETION' },
      ])
    setSchedule([...parts, { label: '', shareBps: Math.max(1, FULL_BPS - used), dueOn: 'COMPLETION' }])
  }
  const remove = (removed: Instalment, button: HTMLElement) => {
    const row = button.closest('li')
    focusBeside(row, 'button')
    // No other row can take the focus.
    if (row?.contains(document.activeElement)) addButton.current?.focus()
    setSchedule(parts.filter((part) => part !== removed))
  }
  return (
    <div className="grid gap-3 sm:col-span-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm font-semibold">
          <Trans>Payment schedule</Trans>
        </p>
        {parts.length < 12 && (
          <Button
            ref={addButton}
            size="sm"
            variant="secondary"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={add}
          >
            {parts.length === 0 ? <Trans>Add instalments</Trans> : <Trans>Add instalment</Trans>}
          </Button>
        )}
      </div>
      {parts.length === 0 && (
        <p className="text-sm text-text-muted">
          <Trans>The balance after the deposit is due when work is done.</Trans>
        </p>
      )}
      <ol className="grid gap-3 empty:hidden">
        {parts.map((part, index) => {
          const set = (patch: Partial<Instalment>, tag: string) => {
            const changed = { ...part, ...patch }
            keys.set(changed, keyOf(part))
            setSchedule(parts.with(index, changed), `${index} ${tag}`)
          }
          const number = index + 1
          return (
            <li
              key={keyOf(part)}
              className="grid grid-cols-[1fr_auto] items-start gap-3 rounded-control bg-surface-sunken p-3 sm:grid-cols-[6rem_1fr_1fr_auto]"
            >
              <ValueField
                label={t`Instalment ${number} (%)`}
                value={percentInput(part.shareBps)}
                onText={(text) => {
                  const shareBps = parseBasisPoints(text, FULL_BPS)
                  if (!shareBps) return false
                  set({ shareBps }, 'share')
                  return true
                }}
                wrong={t`Use more than 0 and at most 100%.`}
                error={problems[`paymentSchedule.${index}.shareBps`]}
              />
              <IconButton
                label={t`Remove instalment ${number}`}
                icon={<Trash2 size={18} />}
                className="mt-7 sm:order-last"
                onClick={({ currentTarget }) => remove(part, currentTarget)}
              />
              <TextField
                label={t`Name`}
                optional
                value={part.label}
                maxLength={80}
                className="max-sm:col-span-2"
                onChange={({ target }) => set({ label: target.value }, 'label')}
              />
              <div className="grid gap-3 max-sm:col-span-2">
                <SelectField
                  label={t`Due`}
                  value={part.dueOn}
                  onChange={({ target }) => set({ dueOn: target.value as Instalment['dueOn'] }, 'due')}
                >
                  {allDues.map((due) => (
                    <option key={due} value={due}>
                      {dueLabel(due)}
                    </option>
                  ))}
                </SelectField>
                {part.dueOn === 'DATE' && (
                  <DateField
                    label={t`Day`}
                    value={part.dueDate ?? ''}
                    onChange={(day) => set({ dueDate: day || null }, 'date')}
                    error={problems[`paymentSchedule.${index}.dueDate`]}
                  />
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {parts.length > 0 && used !== FULL_BPS && (
        <FieldError>
          {used < FULL_BPS
            ? t`Instalments must add up to 100%. ${left}% is missing.`
            : t`Instalments must add up to 100%. This is ${left}% too much.`}
        </FieldError>
      )}
    </div>
  )
}
