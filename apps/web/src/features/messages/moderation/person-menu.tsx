import type { Channel } from '@fettle/protocol/chat/channels/channels'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Ban, CircleCheck, EllipsisVertical, Flag } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { unblock } from './closed-notice.tsx'
import { canBlock, closedReasonOf } from './model.ts'
import type { ModerationDialog } from './use-moderation.ts'

export interface PersonMenuProps {
  channel: Channel
  me: string | undefined
  name: string
  onAsk: (question: ModerationDialog) => void
}

/** Menu with actions on the other person. */
export function PersonMenu({ channel, me, name, onAsk }: PersonMenuProps) {
  const closed = closedReasonOf(channel, me)
  return (
    <Menu
      label={t`More about ${name}`}
      trigger={(attributes) => (
        <IconButton {...attributes} label={t`More about ${name}`} icon={<EllipsisVertical size={20} />} />
      )}
    >
      <MenuItem icon={<Flag size={18} aria-hidden="true" />} onClick={() => onAsk({ kind: 'report' })}>
        <Trans>Report {name}</Trans>
      </MenuItem>
      {closed.kind === 'mine' && (
        <MenuItem icon={<CircleCheck size={18} aria-hidden="true" />} onClick={() => void unblock(channel.cid, name)}>
          <Trans>Unblock {name}</Trans>
        </MenuItem>
      )}
      {closed.kind !== 'mine' && canBlock(channel) && (
        <MenuItem
          icon={<Ban size={18} aria-hidden="true" />}
          className="text-danger"
          onClick={() => onAsk({ kind: 'block' })}
        >
          <Trans>Block {name}</Trans>
        </MenuItem>
      )}
    </Menu>
  )
}
