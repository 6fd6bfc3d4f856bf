import type { OfferSection } from '@fettle/protocol/offers/content'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { randomId } from '../../../../lib/random-id.ts'
import { moneyText } from '../../../../lib/format/money.ts'
import { useProfile } from '../../../../shared/profile/profile.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../../ui/overlays/menu.tsx'
import { addLine, moveSection, nameSection, removeSection } from '../lines/draft-edits.ts'
import { memo } from 'react'
import type { Editing } from '../use-editing.ts'

export interface SectionHeadProps {
  section: OfferSection
  amount: number
  currency: string
  columns: number
  edit: Editing['edit']
  /** Called after adding a line to the section. */
  onAdd: (id: string) => void
}

/** Section heading as a table row. */
export const SectionHead = ({ columns, ...props }: SectionHeadProps) => (
  <tr className="border-b border-line bg-surface-sunken">
    <td colSpan={columns} className="ps-2">
      <SectionBar {...props} />
    </td>
  </tr>
)

/** Section name, subtotal and menu. Re-rendered only when one of them changes. */
export const SectionBar = memo(function SectionBar({
  section,
  amount,
  currency,
  edit,
  onAdd,
}: Omit<SectionHeadProps, 'columns'>) {
  const { id, title } = section
  const name = title || t`Section`
  return (
    <div className="flex items-center gap-2">
      <input
        type="text"
        aria-label={t`Heading`}
        value={title}
        maxLength={80}
        placeholder={t`Heading`}
        onChange={({ target }) => edit((content) => nameSection(content, id, target.value), `section ${id}`)}
        className="h-11 min-w-0 flex-1 rounded-control border border-transparent bg-transparent px-2 font-semibold placeholder:text-text-muted hover:border-line-strong focus:border-accent-text"
      />
      <span className="text-sm text-text-muted tabular-nums">{moneyText({ amount, currency })}</span>
      <SectionMenu id={id} name={name} edit={edit} onAdd={onAdd} />
    </div>
  )
})

interface SectionMenuProps extends Pick<SectionHeadProps, 'edit' | 'onAdd'> {
  id: string
  name: string
}

/** Menu of a section. Not re-rendered when a line changes. */
const SectionMenu = memo(function SectionMenu({ id, name, edit, onAdd }: SectionMenuProps) {
  const { usualTaxRateBps } = useProfile()
  const add = () => {
    const line = randomId()
    edit((content) => addLine(content, line, { sectionId: id, usualTaxRateBps }))
    onAdd(line)
  }
  return (
    <Menu
      label={t`${name}: more actions`}
      trigger={(attributes) => (
        <IconButton {...attributes} label={t`${name}: more actions`} icon={<Ellipsis size={18} />} />
      )}
    >
      <MenuItem onClick={add}>
        <Trans>Add a line</Trans>
      </MenuItem>
      <MenuItem onClick={() => edit((content) => moveSection(content, id, -1))}>
        <Trans>Move up</Trans>
      </MenuItem>
      <MenuItem onClick={() => edit((content) => moveSection(content, id, 1))}>
        <Trans>Move down</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem className="text-danger" onClick={() => edit((content) => removeSection(content, id))}>
        <Trans>Remove heading</Trans>
      </MenuItem>
    </Menu>
  )
})
