import { MAX_MILESTONES } from '@fettle/protocol/contracts/constants'
import { milestoneSum } from '@fettle/protocol/contracts/problems'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, ChevronDown, ChevronUp, Plus, TriangleAlert, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { isComposing } from '../../../lib/forms/is-composing.ts'
import { amountInput, parseAmount } from '../../../lib/format/amounts.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { ValueField } from '../../../shared/forms/value-field.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card, Section } from '../../../ui/layout/card.tsx'
import { focusBeside } from '../../../ui/layout/focus-beside.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FieldError, TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { EditorSectionProps } from './section-props.ts'
import { contentOf, moveRow, newMilestoneRow, withRestored, type MilestoneFormRow } from './contract-form.ts'

/** Total amount and milestones. */
export function MilestonesSection(props: EditorSectionProps) {
  const { form, problems, currency, set } = props
  const { milestones, totalAmount } = form
  const list = useRef<HTMLOListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const isFull = milestones.length >= MAX_MILESTONES
  const focusTitle = (index: number) =>
    setTimeout(() => list.current?.querySelectorAll<HTMLInputElement>('[data-title]')[index]?.focus())
  const unassigned = totalAmount - milestoneSum(contentOf(form))
  const add = () => {
    if (isFull) return
    set({ milestones: [...milestones, newMilestoneRow(Math.max(0, unassigned))] })
    focusTitle(milestones.length)
  }
  const change = (key: string, patch: Partial<MilestoneFormRow>) =>
    set({ milestones: milestones.map((row) => (row.key === key ? { ...row, ...patch } : row)) })
  const remove = (removed: MilestoneFormRow, button: HTMLElement) => {
    const row = button.closest('li')
    focusBeside(row, 'button:last-of-type')
    // No other row can take the focus.
    if (row?.contains(document.activeElement)) addButton.current?.focus()
    set({ milestones: milestones.filter((each) => each !== removed) })
    const index = milestones.indexOf(removed)
    const restore = () => set((latest) => ({ milestones: withRestored(latest.milestones, index, removed) }))
    toast.info(t`Milestone removed`, { action: { label: t`Undo`, run: restore } })
  }
  /** Enter moves to the next row or adds one, Ctrl+Enter is the editor's; Alt with an arrow key reorders. */
  const onKey = (event: KeyboardEvent, index: number) => {
    const isText = event.target instanceof HTMLInputElement && !event.ctrlKey && !event.metaKey
    if (event.key === 'Enter' && isText && !isComposing(event)) {
      event.preventDefault()
      if (index === milestones.length - 1) add()
      else focusTitle(index + 1)
    }
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      set({ milestones: moveRow(milestones, index, event.key === 'ArrowUp' ? -1 : 1) })
    }
  }
  return (
    <Section title={<Trans>Price and milestones</Trans>}>
      <Card className="grid gap-5 p-4 md:p-5">
        <ValueField
          label={t`Contract total`}
          className="sm:max-w-60"
          value={amountInput(totalAmount, currency)}
          aside={<span className="text-sm text-text-muted">{currency}</span>}
          onText={(text) => {
            const value = text.trim() === '' ? 0 : parseAmount(text, currency)
            if (value !== undefined) set({ totalAmount: value })
            return value !== undefined
          }}
          wrong={t`Enter an amount.`}
          error={problems['totalAmount']}
        />
        <ol ref={list} className="grid gap-3">
          {milestones.map((row, index) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the fields in it
            <li key={row.key} onKeyDown={(event) => onKey(event, index)}>
              <MilestoneEditorRow
                {...props}
                row={row}
                index={index}
                change={(patch) => change(row.key, patch)}
                remove={(button) => remove(row, button)}
                move={(by) => set({ milestones: moveRow(milestones, index, by) })}
              />
            </li>
          ))}
        </ol>
        {problems['milestones'] && <FieldError>{problems['milestones']}</FieldError>}
        {!isFull && (
          <Button
            ref={addButton}
            variant="secondary"
            className="justify-self-start"
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={add}
          >
            <Trans>Add a milestone</Trans>
          </Button>
        )}
        <Sums {...props} rest={unassigned} />
        <Checkbox
          label={<Trans>In order: each starts when the one before it is approved</Trans>}
          checked={form.sequential}
          onChange={({ target }) => set({ sequential: target.checked })}
        />
      </Card>
    </Section>
  )
}

/** Compares the milestones' sum with the total while typing, and offers two ways to correct it. */
function Sums({ form, currency, set, rest }: EditorSectionProps & { rest: number }) {
  const { milestones, totalAmount } = form
  const sum = totalAmount - rest
  const [x, y] = [moneyText({ amount: sum, currency }), moneyText({ amount: totalAmount, currency })]
  const last = milestones.at(-1)
  const isWhole = rest === 0
  // Show nothing while there is nothing to add up.
  if (milestones.length === 0 && totalAmount === 0) return null
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-3 rounded-control px-4 py-3 ${isWhole ? 'bg-surface-sunken' : 'bg-warning-soft'}`}
    >
      <p role="status" className="flex items-center gap-2 font-medium tabular-nums">
        {isWhole ? (
          <>
            <Check size={18} aria-hidden="true" className="text-success" />
            <Trans>Milestones add up to {x}.</Trans>
          </>
        ) : (
          <>
            <TriangleAlert size={18} aria-hidden="true" className="shrink-0 text-warning" />
            <span>{t`Milestones add up to ${x}, but the contract total is ${y}.`}</span>
          </>
        )}
      </p>
      {!isWhole && sum > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => set({ totalAmount: sum })}>
            <Trans>Set contract total to {x}</Trans>
          </Button>
          {last && last.amount + rest > 0 && (
            <Button
              size="sm"
              variant="secondary"
              onClick={() =>
                set({
                  milestones: milestones.map((row) => (row === last ? { ...row, amount: row.amount + rest } : row)),
                })
              }
            >
              <Trans>Add the difference to the last milestone</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface RowProps extends EditorSectionProps {
  row: MilestoneFormRow
  index: number
  change: (patch: Partial<MilestoneFormRow>) => void
  /** Gets the button that was pressed. */
  remove: (button: HTMLElement) => void
  move: (by: -1 | 1) => void
}

function MilestoneEditorRow({ row, index, problems, currency, form, change, remove, move }: RowProps) {
  const number = index + 1
  // Read once, so that emptying the text does not close the field while somebody writes in it.
  const [isDescribed] = useState(row.description !== '')
  const problem = (field: string) => problems[`milestones.${index}.${field}`]
  return (
    <fieldset className="grid gap-3 rounded-control border border-line p-3 md:p-4">
      <legend className="sr-only">
        <Trans>Milestone {number}</Trans>
      </legend>
      <div className="flex items-start justify-between gap-2">
        <p aria-hidden="true" className="font-semibold text-text-muted tabular-nums">
          {number}.
        </p>
        <div className="flex">
          <IconButton
            label={t`Move milestone ${number} up`}
            icon={<ChevronUp size={18} />}
            aria-disabled={index === 0}
            onClick={() => move(-1)}
          />
          <IconButton
            label={t`Move milestone ${number} down`}
            icon={<ChevronDown size={18} />}
            aria-disabled={index === form.milestones.length - 1}
            onClick={() => move(1)}
          />
          <IconButton
            label={t`Remove milestone ${number}`}
            icon={<X size={18} />}
            onClick={({ currentTarget }) => remove(currentTarget)}
          />
        </div>
      </div>
      <div className="-mt-2 grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_9rem_10.5rem]">
        <TextField
          label={t`Milestone`}
          data-title
          maxLength={120}
          value={row.title}
          onChange={({ target }) => change({ title: target.value })}
          error={problem('title')}
        />
        <ValueField
          label={t`Amount (${currency})`}
          value={amountInput(row.amount, currency)}
          onText={(text) => {
            const value = text.trim() === '' ? 0 : parseAmount(text, currency)
            if (value !== undefined) change({ amount: value })
            return value !== undefined
          }}
          wrong={t`Enter an amount.`}
          error={problem('amount')}
        />
        <DateField
          label={t`Due`}
          optional
          value={row.dueDate ?? ''}
          onChange={(day) => change({ dueDate: day || null })}
          error={problem('dueDate')}
        />
      </div>
      <details open={isDescribed || undefined}>
        <summary className="inline-flex min-h-9 items-center text-sm font-semibold text-text-muted">
          <Trans>What's included</Trans>
        </summary>
        <TextAreaField
          label={t`Description of milestone ${number}`}
          optional
          rows={2}
          maxLength={2000}
          value={row.description}
          onChange={({ target }) => change({ description: target.value })}
        />
      </details>
    </fieldset>
  )
}
