import type { OptionGroup } from '@fettle/protocol/offers/content'
import { MAX_GROUPS } from '@fettle/protocol/offers/constants'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { IconButton } from '../../../../ui/button.tsx'
import { focusBeside } from '../../../../ui/layout/focus-beside.ts'
import { Card, Section } from '../../../../ui/layout/card.tsx'
import { SelectField, TextField } from '../../../../ui/forms/field.tsx'
import type { OfferProblems } from '../problems.ts'
import { removeGroup, setGroup } from '../lines/draft-edits.ts'
import type { Editing } from '../use-editing.ts'

/** Common selection rules of an option group. */
const selectionRules = {
  one: { minSelect: 1, maxSelect: 1 },
  'at-most-one': { minSelect: 0, maxSelect: 1 },
} as const

const selectionRuleOf = ({ minSelect, maxSelect }: OptionGroup): string => {
  if (maxSelect === 1) return minSelect === 1 ? 'one' : 'at-most-one'
  return minSelect === 0 ? 'any' : 'some'
}

/** Option groups: alternatives such as good, better, best, or any number of add-ons. */
export function OptionsSection({ editing, problems }: { editing: Editing; problems: OfferProblems }) {
  const { content, edit } = editing
  if (content.optionGroups.length === 0) return null
  const remove = (id: string, button: HTMLElement) => {
    const row = button.closest('li')
    focusBeside(row, 'button')
    // No other row can take the focus.
    if (row?.contains(document.activeElement)) focusBeside(row.closest('section'), 'input, select, button')
    edit((before) => removeGroup(before, id))
  }
  return (
    <Section title={<Trans>Customer choices</Trans>}>
      <ul className="grid gap-4">
        {content.optionGroups.map((group) => {
          const { id, name, minSelect } = group
          const members = content.lineItems.filter(({ optionGroupId }) => optionGroupId === id).length
          const most = Math.max(2, members)
          const set = (patch: Partial<OptionGroup>, tag: string) =>
            edit((before) => setGroup(before, id, patch), `group ${id} ${tag}`)
          const choose = (rule: string) => {
            if (rule === 'one' || rule === 'at-most-one') return set(selectionRules[rule], 'way')
            return set({ minSelect: rule === 'any' ? 0 : 1, maxSelect: most }, 'way')
          }
          return (
            <li key={id}>
              <Card className="grid items-start gap-4 p-4 sm:grid-cols-[1fr_1fr_auto]">
                <TextField
                  label={t`Choice name`}
                  value={name}
                  maxLength={80}
                  placeholder={t`Which boiler`}
                  onChange={({ target }) => set({ name: target.value }, 'name')}
                  error={problems[`group.${id}.name`]}
                />
                <SelectField
                  label={t`How many to choose`}
                  value={selectionRuleOf(group)}
                  onChange={({ target }) => choose(target.value)}
                  error={problems[`group.${id}.minSelect`] ?? problems[`group.${id}.maxSelect`]}
                  hint={<Plural value={members} one="# line to choose from" other="# lines to choose from" />}
                >
                  <option value="one">{t`Exactly one (good, better, best)`}</option>
                  <option value="at-most-one">{t`Up to one`}</option>
                  <option value="any">{t`Any number`}</option>
                  <option value="some">{minSelect > 1 ? t`At least ${minSelect}` : t`At least one`}</option>
                </SelectField>
                <IconButton
                  label={t`Remove choice “${name}”`}
                  icon={<Trash2 size={18} />}
                  className="sm:mt-7"
                  onClick={({ currentTarget }) => remove(id, currentTarget)}
                />
              </Card>
            </li>
          )
        })}
      </ul>
      <p className="text-sm text-text-muted">
        <Trans>Open a line to add it to a choice. Up to {MAX_GROUPS} choices.</Trans>
      </p>
    </Section>
  )
}
