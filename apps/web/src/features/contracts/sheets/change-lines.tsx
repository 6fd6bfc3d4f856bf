import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { amountInput, parseAmount, quantityInput, parseQuantity } from '../../../lib/format/amounts.ts'
import { ValueField } from '../../../shared/forms/value-field.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { focusBeside } from '../../../ui/layout/focus-beside.ts'
import { newLine, type ChangeLine } from './change-draft.ts'

const MAX_LINES = 50

/** Added and removed lines of a change order. */
export function ChangeLines(props: {
  lines: readonly ChangeLine[]
  currency: string
  isSubmitted: boolean
  total: string
  onChange: (lines: ChangeLine[]) => void
}) {
  const { lines, currency, isSubmitted, total, onChange } = props
  const set = (key: string, patch: Partial<ChangeLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...patch } : line)))
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">
        <Trans>Price changes</Trans>
      </h3>
      <ol className="grid gap-3 empty:hidden">
        {lines.map(({ key, description, quantity, unitAmount, credit }, index) => {
          const number = index + 1
          return (
            <li key={key}>
              <fieldset className="grid gap-3 rounded-control border border-line p-3">
                <legend className="sr-only">
                  <Trans>Line {number}</Trans>
                </legend>
                <div className="flex items-end gap-2">
                  <TextField
                    label={t`Line description`}
                    className="flex-1"
                    maxLength={200}
                    value={description}
                    onChange={({ target }) => set(key, { description: target.value })}
                    error={
                      isSubmitted && description.trim() === '' && unitAmount > 0
                        ? t`Describe it in 1 to 200 characters.`
                        : undefined
                    }
                  />
                  <IconButton
                    label={t`Remove line ${number}`}
                    icon={<X size={18} />}
                    onClick={({ currentTarget }) => {
                      focusBeside(currentTarget.closest('li'), 'button')
                      onChange(lines.filter((line) => line.key !== key))
                    }}
                  />
                </div>
                <div className="grid grid-cols-2 items-start gap-3">
                  <ValueField
                    label={t`Quantity`}
                    value={quantityInput(quantity)}
                    onText={(text) => {
                      const value = parseQuantity(text)
                      if (value !== undefined) set(key, { quantity: value })
                      return value !== undefined
                    }}
                    wrong={t`Use a number with up to 3 decimals.`}
                  />
                  <ValueField
                    label={t`Unit price (${currency})`}
                    value={amountInput(unitAmount, currency)}
                    onText={(text) => {
                      const value = text.trim() === '' ? 0 : parseAmount(text, currency)
                      if (value !== undefined) set(key, { unitAmount: value })
                      return value !== undefined
                    }}
                    wrong={t`Enter an amount.`}
                  />
                </div>
                <Checkbox
                  label={<Trans>Credit (reduces the price)</Trans>}
                  checked={credit}
                  onChange={({ target }) => set(key, { credit: target.checked })}
                />
              </fieldset>
            </li>
          )
        })}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {lines.length < MAX_LINES && (
          <Button
            size="sm"
            variant="secondary"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => onChange([...lines, newLine()])}
          >
            <Trans>Add a line</Trans>
          </Button>
        )}
        <p role="status" className="font-semibold tabular-nums">
          <Trans>Total</Trans> {total}
        </p>
      </div>
    </section>
  )
}
