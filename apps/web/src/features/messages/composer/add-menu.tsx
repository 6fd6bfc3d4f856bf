import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Plus } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { addEntries, type AddEntry } from './add-entries.ts'
import type { ComposerTools } from './tools.ts'

export interface AddMenuProps {
  tools: ComposerTools
  onChoose: (entry: AddEntry) => void
}

/** Everything that can be added to what one writes. Others add to it in `add-entries.ts`. */
export const AddMenu = memo(function AddMenu({ tools, onChoose }: AddMenuProps) {
  const { _ } = useLingui()
  return (
    <Menu
      label={t`Add`}
      trigger={(attributes) => (
        <IconButton {...attributes} label={t`Add`} icon={<Plus size={22} />} className="rounded-full" />
      )}
    >
      {addEntries
        .filter(({ isOffered }) => isOffered?.(tools) ?? true)
        .map((entry) => (
          <MenuItem key={entry.id} icon={<entry.icon size={18} />} onClick={() => onChoose(entry)}>
            {_(entry.label)}
          </MenuItem>
        ))}
    </Menu>
  )
})
