import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Check, Plus } from 'lucide-react'
import { memo, type ReactNode, type Ref } from 'react'
import { IconButton } from '../../../../ui/button.tsx'
import { Menu, MenuItem, menuItemClass, MenuSeparator } from '../../../../ui/overlays/menu.tsx'
import { addEntries } from './add-entries.ts'
import { enterSends, formatting, useChoice, type DeviceChoice } from '../text/device-choice.ts'
import type { ComposerTools } from './tools.types.ts'

/** The "+" menu of the composer. Its entries are in `add-entries.ts`. */
export const AddMenu = memo(function AddMenu({ ref, tools }: { ref: Ref<HTMLButtonElement>; tools: ComposerTools }) {
  const { _ } = useLingui()
  return (
    <Menu
      label={t`Add`}
      trigger={(attributes) => (
        <IconButton {...attributes} ref={ref} label={t`Add`} icon={<Plus size={22} />} className="rounded-full" />
      )}
    >
      {addEntries
        .filter(({ isOffered }) => isOffered?.(tools) ?? true)
        .map((entry) => (
          <MenuItem key={entry.id} icon={<entry.icon size={18} />} onClick={() => tools.open(entry)}>
            {_(entry.label)}
          </MenuItem>
        ))}
      <MenuSeparator />
      <Choice of={formatting}>
        <Trans>Show formatting</Trans>
      </Choice>
      <Choice of={enterSends}>
        <Trans>Send with Enter</Trans>
      </Choice>
    </Menu>
  )
})

/** Menu item that toggles a device setting. */
function Choice({ of, children }: { of: DeviceChoice; children: ReactNode }) {
  const isChosen = useChoice(of)
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={isChosen}
      tabIndex={-1}
      onClick={() => of.set(!isChosen)}
      className={menuItemClass}
    >
      <Check size={18} aria-hidden="true" className={clsx(!isChosen && 'invisible')} />
      {children}
    </button>
  )
}
