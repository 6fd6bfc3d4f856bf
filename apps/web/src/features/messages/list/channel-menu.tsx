import type { ListedChannel } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Archive, ArchiveRestore, Bell, BellOff, Ellipsis, Eraser, EyeOff, LogOut, Pin, PinOff } from 'lucide-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Menu, MenuItem, menuItemClass } from '../../../ui/overlays/menu.tsx'
import { isMuted } from './mute.ts'
import { useFingerLifted } from '../message/use-finger-lifted.ts'
import { useChannelActions } from './use-channel-actions.ts'

interface Action {
  key: string
  icon: ReactNode
  label: ReactNode
  act: () => void
}

/** Irreversible actions that need confirmation. */
export type ClearOrLeave = 'clear' | 'leave'

function useActions(
  { cid, channel, membership }: ListedChannel,
  now: Date,
  ask: (what: ClearOrLeave) => void,
): Action[] {
  const { pin, archive, mute, unmute, hide } = useChannelActions(cid)
  const isPinned = Boolean(membership?.settings.pinnedAt)
  const isArchived = Boolean(membership?.settings.archivedAt)
  const quiet: Action[] = isMuted(membership, now)
    ? [{ key: 'unmute', icon: <Bell size={18} aria-hidden="true" />, label: <Trans>Unmute</Trans>, act: unmute }]
    : [
        { key: 'hour', label: <Trans>Mute for 1 hour</Trans>, act: () => mute('hour') },
        { key: 'workday', label: <Trans>Mute for 8 hours</Trans>, act: () => mute('workday') },
        { key: 'always', label: <Trans>Mute until I turn it back on</Trans>, act: () => mute('always') },
      ].map((action) => Object.assign(action, { icon: <BellOff size={18} aria-hidden="true" /> }))
  return [
    isPinned
      ? {
          key: 'unpin',
          icon: <PinOff size={18} aria-hidden="true" />,
          label: <Trans>Unpin</Trans>,
          act: () => pin(false),
        }
      : {
          key: 'pin',
          icon: <Pin size={18} aria-hidden="true" />,
          label: <Trans>Pin to the top</Trans>,
          act: () => pin(true),
        },
    ...quiet,
    isArchived
      ? {
          key: 'restore',
          icon: <ArchiveRestore size={18} aria-hidden="true" />,
          label: <Trans>Unarchive</Trans>,
          act: () => archive(false),
        }
      : {
          key: 'archive',
          icon: <Archive size={18} aria-hidden="true" />,
          label: <Trans>Archive</Trans>,
          act: () => archive(true),
        },
    ...(isArchived
      ? []
      : [
          {
            key: 'hide',
            icon: <EyeOff size={18} aria-hidden="true" />,
            label: <Trans>Hide conversation</Trans>,
            act: hide,
          },
        ]),
    {
      key: 'clear',
      icon: <Eraser size={18} aria-hidden="true" />,
      label: <Trans>Clear history…</Trans>,
      act: () => ask('clear'),
    },
    // A direct channel cannot be left.
    ...(channel.members.length > 2
      ? [
          {
            key: 'leave',
            icon: <LogOut size={18} aria-hidden="true" />,
            label: <Trans>Leave…</Trans>,
            act: () => ask('leave'),
          },
        ]
      : []),
  ]
}

export interface ChannelMenuProps {
  listed: ListedChannel
  name: string
  now: Date
  ask: (what: ClearOrLeave) => void
}

/** Menu of a conversation in the list, shown on hover or focus. */
export function ChannelMenu({ listed, name, now, ask }: ChannelMenuProps) {
  const actions = useActions(listed, now, ask)
  return (
    <Menu
      label={t`Actions for ${name}`}
      trigger={(attributes) => (
        <button
          type="button"
          {...attributes}
          aria-label={t`Actions for ${name}`}
          className="absolute end-2 bottom-2 grid size-9 place-items-center rounded-control bg-surface-raised text-text-muted opacity-0 shadow-sm transition-opacity group-hover/channel:opacity-100 hover:text-text focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:hidden"
        >
          <Ellipsis size={18} aria-hidden="true" />
        </button>
      )}
    >
      {actions.map(({ key, icon, label, act }) => (
        <MenuItem key={key} icon={icon} onClick={act}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

export interface ChannelSheetProps extends ChannelMenuProps {
  onClose: () => void
}

/** Sheet with a conversation's actions, opened by a long press. */
export function ChannelSheet({ listed, name, now, ask, onClose }: ChannelSheetProps) {
  const actions = useActions(listed, now, ask)
  const isFingerLifted = useFingerLifted()
  return (
    <Dialog onClose={onClose} title={name}>
      <div className={clsx('-mx-3 grid', !isFingerLifted && 'pointer-events-none')}>
        {actions.map(({ key, icon, label, act }) => (
          <button
            key={key}
            type="button"
            className={menuItemClass}
            onClick={() => {
              onClose()
              act()
            }}
          >
            {icon}
            {label}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
