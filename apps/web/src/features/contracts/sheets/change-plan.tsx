import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { amountInput, parseAmount } from '../../../lib/format/amounts.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { ValueField } from '../../../shared/forms/value-field.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { focusBeside } from '../../../ui/layout/focus-beside.ts'
import { newMilestone, type PlannedMilestone } from './change-draft.ts'

/** New milestones, and existing ones that can still be changed. */
export function ChangePlan(props: {
  plan: readonly PlannedMilestone[]
  /** Sum of the milestones that cannot be changed any more, in minor units. */
  fixedTotal: number
  currency: string
  isSubmitted: boolean
  onChange: (plan: PlannedMilestone[]) => void
}) {
  const { plan, fixedTotal, currency, isSubmitted, onChange } = props
  const fixed = moneyText({ amount: fixedTotal, currency })
  const set = (key: string, patch: Partial<PlannedMilestone>) =>
    onChange(plan.map((each) => (each.key === key ? { ...each, ...patch } : each)))
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">
        <Trans>Milestones after this change</Trans>
      </h3>
      {fixedTotal > 0 && (
        <p className="text-sm text-text-muted tabular-nums">
          <Trans>Another {fixed} is in milestones that can't be changed any more.</Trans>
        </p>
      )}
      <ol className="grid gap-3 empty:hidden">
        {plan.map(({ key, id, title, amount, dueDate, dropped }) => (
          <li key={key}>
            <fieldset className="grid gap-3 rounded-control border border-line p-3">
              <legend className="sr-only">{title || t`New milestone`}</legend>
              <div className="flex items-end gap-2">
                <TextField
                  label={t`Milestone`}
                  className="flex-1"
                  maxLength={120}
                  disabled={dropped}
                  value={title}
                  onChange={({ target }) => set(key, { title: target.value })}
                  error={
                    isSubmitted && !dropped && title.trim() === ''
                      ? t`Use 1 to 120 characters for the title.`
                      : undefined
                  }
                />
                {id === undefined && (
                  <IconButton
                    label={t`Remove ${title || t`New milestone`}`}
                    icon={<X size={18} />}
                    onClick={({ currentTarget }) => {
                      focusBeside(currentTarget.closest('li'), 'legend + div button, [type=checkbox]')
                      onChange(plan.filter((each) => each.key !== key))
                    }}
                  />
                )}
              </div>
              {!dropped && (
                <div className="grid items-start gap-3 min-[22rem]:grid-cols-2">
                  <ValueField
                    label={t`Amount (${currency})`}
                    value={amountInput(amount, currency)}
                    onText={(text) => {
                      const value = parseAmount(text, currency)
                      if (value !== undefined) set(key, { amount: value })
                      return value !== undefined
                    }}
                    wrong={t`Enter an amount.`}
                    error={isSubmitted && amount < 1 ? t`Enter an amount of more than 0.` : undefined}
                  />
                  <DateField label={t`Due`} optional value={dueDate} onChange={(day) => set(key, { dueDate: day })} />
                </div>
              )}
              {id !== undefined && (
                <Checkbox
                  label={<Trans>Cancel this milestone</Trans>}
                  checked={dropped}
                  onChange={({ target }) => set(key, { dropped: target.checked })}
                />
              )}
            </fieldset>
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        variant="secondary"
        className="justify-self-start"
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={() => onChange([...plan, newMilestone()])}
      >
        <Trans>Add a milestone</Trans>
      </Button>
    </section>
  )
}
