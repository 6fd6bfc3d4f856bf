import { addChecklistItems, listChecklistTemplates, type ChecklistItem } from '@fettle/protocol/checklists'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '../../../lib/profile-error-text.ts'
import { queryOf } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldError, SelectField, TextField } from '../../../ui/field.tsx'
import { Part } from '../part.tsx'
import { useAct } from '../use-act.ts'
import type { Field } from '../use-field.ts'
import { isOpen, type WorkProps } from './open.ts'

type Answer = Record<string, unknown>

/** What is to be done and noted, item by item. */
export function ChecklistPart({ booking, field, onAsk }: WorkProps & { onAsk: () => void }) {
  const { checklist } = booking
  const open = isOpen(booking)
  const done = checklist.filter((item) => item.done).length
  const total = checklist.length
  if (total === 0 && !open) return null
  return (
    <Part
      title={<Trans>Checklist</Trans>}
      aside={
        total > 0 && (
          <span className="text-sm font-semibold tabular-nums">
            <Trans>
              {done} of {total}
            </Trans>
          </span>
        )
      }
    >
      {total > 0 && (
        <ul className="grid divide-y divide-line">
          {checklist.map((item) => (
            <li key={item.id} className="py-1">
              <Item item={item} open={open} field={field} />
              {item.offersExtraWork && open && (
                <Button size="sm" variant="quiet" onClick={onAsk}>
                  <Trans>Create extra work item</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {open && <AddItems booking={booking} />}
    </Part>
  )
}

function Item({ item, open, field }: { item: ChecklistItem; open: boolean; field: Field }) {
  const answer = (given: Answer) => void field.run('checklist', { itemId: item.id, ...given })
  const label = (
    <>
      {item.label}
      {item.required && (
        <span className="ms-1.5 text-sm text-text-muted">
          <Trans>required</Trans>
        </span>
      )}
    </>
  )
  switch (item.type) {
    case 'CHECK':
    case 'PHOTO':
      return (
        <Checkbox
          label={label}
          checked={item.done}
          disabled={!open}
          onChange={(event) => answer({ done: event.target.checked })}
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
                onClick={() => answer({ value: item.value === value ? null : value })}
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
      return <Written key={String(item.value)} item={item} open={open} label={label} onAnswer={answer} />
  }
}

function Written(props: {
  item: ChecklistItem
  open: boolean
  label: React.ReactNode
  onAnswer: (given: Answer) => void
}) {
  const { item, open, label, onAnswer } = props
  const isNumber = item.type === 'NUMBER'
  const [text, setText] = useState(item.value === null ? '' : String(item.value))
  const save = () => {
    const trimmed = text.trim()
    if (trimmed === String(item.value ?? '')) return
    if (isNumber && trimmed !== '' && !Number.isFinite(Number(trimmed.replace(',', '.')))) return
    onAnswer({ value: trimmed === '' ? null : isNumber ? Number(trimmed.replace(',', '.')) : trimmed })
  }
  return (
    <TextField
      label={label}
      value={text}
      disabled={!open}
      {...(isNumber && { inputMode: 'decimal' as const })}
      maxLength={isNumber ? 20 : 1000}
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
      className="py-2"
    />
  )
}

function AddItems({ booking }: Pick<WorkProps, 'booking'>) {
  const id = useId()
  const [label, setLabel] = useState('')
  const { data: templates = [] } = useQuery({
    ...queryOf(listChecklistTemplates, {}),
    enabled: booking.checklist.length === 0,
  })
  const act = useAct(booking)
  const add = async () => {
    if (label.trim() === '') return
    const items = [{ label: label.trim(), type: 'CHECK', required: false }]
    if (await act.run(addChecklistItems, { body: { items } })) setLabel('')
  }
  return (
    <div className="grid gap-3">
      {booking.checklist.length === 0 && templates.length > 0 && (
        <SelectField
          label={t`Start from a template`}
          value=""
          onChange={(event) => void act.run(addChecklistItems, { body: { templateId: event.target.value } })}
        >
          <option value="">{t`Choose a template`}</option>
          {templates.map((template) => (
            <option key={template.id} value={template.id}>
              {template.name}
            </option>
          ))}
        </SelectField>
      )}
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextField
          id={id}
          label={t`Add an item`}
          value={label}
          maxLength={120}
          onChange={(event) => setLabel(event.target.value)}
          className="flex-1"
        />
        <Button
          type="submit"
          variant="secondary"
          className="min-h-12"
          busy={act.busy}
          icon={<Plus size={20} aria-hidden="true" />}
        >
          <Trans>Add</Trans>
        </Button>
      </form>
      {act.error && <FieldError>{errorText(act.error, t`That didn't work. Try again.`)}</FieldError>}
    </div>
  )
}
