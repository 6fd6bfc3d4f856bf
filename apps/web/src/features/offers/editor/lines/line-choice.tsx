import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { quantityInput, parseQuantity } from '../../../../lib/format/amounts.ts'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { SelectField } from '../../../../ui/forms/field.tsx'
import { choiceOf, selectLine, setChoice, setLine, type LineRole, type Line } from './draft-edits.ts'
import type { Editing } from '../use-editing.ts'
import { ValueField } from '../../../../shared/forms/value-field.tsx'

export interface LineChoiceProps {
  line: Line
  editing: Editing
  /** Unit of the line's quantity. */
  unit: string
  problems: Readonly<Record<string, string>> | undefined
}

const read = (value: string): LineRole =>
  value === 'fixed' || value === 'optional' ? { kind: value } : { kind: 'group', id: value }

/** What the customer may choose about a line: whether to take it, and the quantity. */
export function LineChoice({ line, editing, unit, problems }: LineChoiceProps) {
  const { edit, content } = editing
  const { id, customerQuantity: range } = line
  const choice = choiceOf(line)
  const setRange = (customerQuantity: Line['customerQuantity'], tag: string) =>
    edit((before) => setLine(before, id, { customerQuantity }), `${id}.range ${tag}`)
  return (
    <div className="grid gap-3">
      <SelectField
        label={t`Customer's choice`}
        value={choice.kind === 'group' ? choice.id : choice.kind}
        onChange={({ target }) => edit((before) => setChoice(before, id, read(target.value)))}
        error={problems?.['optionGroupId']}
      >
        <option value="fixed">{t`Always included`}</option>
        <option value="optional">{t`Optional`}</option>
        {content.optionGroups.map((group) => {
          const name = group.name || '…'
          return (
            <option key={group.id} value={group.id}>
              {t`Option in “${name}”`}
            </option>
          )
        })}
      </SelectField>
      {choice.kind !== 'fixed' && (
        <Checkbox
          label={<Trans>Selected by default</Trans>}
          checked={line.selected}
          onChange={({ target }) => edit((before) => selectLine(before, id, target.checked))}
        />
      )}
      <Checkbox
        label={<Trans>Customer chooses the quantity</Trans>}
        checked={Boolean(range)}
        onChange={({ target }) => setRange(target.checked ? { min: line.quantity, max: line.quantity } : null, 'on')}
      />
      {range && (
        <div className="grid grid-cols-2 gap-3">
          {(['min', 'max'] as const).map((end) => (
            <ValueField
              key={end}
              label={end === 'min' ? t`Minimum (${unit})` : t`Maximum (${unit})`}
              value={quantityInput(range[end])}
              onText={(text) => {
                const quantity = parseQuantity(text)
                if (quantity !== undefined) setRange({ ...range, [end]: quantity }, end)
                return quantity !== undefined
              }}
              wrong={t`Enter a quantity from 0.001 to 99999.999.`}
              error={problems?.[`customerQuantity.${end}`]}
            />
          ))}
        </div>
      )}
    </div>
  )
}
