import { t } from '@lingui/core/macro'
import { Ellipsis } from 'lucide-react'
import { Children, type ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'

interface DocumentMenuProps<Action extends string> {
  /** Actions the server allows. */
  actions: readonly Action[]
  label: (action: Action) => string
  /** Actions that end something. They come last, in red. */
  isEnding: (action: Action) => boolean
  onAct: (action: Action) => void
  /** Items before the actions. */
  first?: ReactNode
  /** Items between the two kinds of actions. */
  children?: ReactNode
}

/** Menu of a document's secondary actions. */
export function DocumentMenu<Action extends string>(props: DocumentMenuProps<Action>) {
  const { actions, label, isEnding, onAct, first, children } = props
  const quiet = actions.filter((action) => !isEnding(action))
  const ending = actions.filter(isEnding)
  return (
    <Menu
      label={t`More actions`}
      trigger={(attributes) => (
        <IconButton
          {...attributes}
          label={t`More actions`}
          icon={<Ellipsis size={22} />}
          className="border border-line-strong"
        />
      )}
    >
      {first}
      {quiet.map((action) => (
        <MenuItem key={action} onClick={() => onAct(action)}>
          {label(action)}
        </MenuItem>
      ))}
      {children}
      {ending.length > 0 && (quiet.length > 0 || Children.toArray(children).length > 0) && <MenuSeparator />}
      {ending.map((action) => (
        <MenuItem key={action} className="text-danger" onClick={() => onAct(action)}>
          {label(action)}
        </MenuItem>
      ))}
    </Menu>
  )
}
