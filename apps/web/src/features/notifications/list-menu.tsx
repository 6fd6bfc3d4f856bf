import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNovu } from '@novu/react/hooks'
import { Archive, ArchiveX, Ellipsis, Settings2 } from 'lucide-react'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import type { NotificationInbox } from './use-inbox.ts'

const icon = (Icon: typeof Archive) => <Icon size={18} aria-hidden="true" className="shrink-0 text-text-muted" />

interface ListMenuProps {
  /** The inbox, where items can be archived; undefined on the archived and snoozed tabs. */
  inbox: NotificationInbox | undefined
  onLeave: () => void
}

/** Menu with bulk actions and a link to the notification preferences. */
export function ListMenu({ inbox, onLeave }: ListMenuProps) {
  const novu = useNovu()
  const navigate = useNavigate()
  const note = useId()
  const archive = async (which: (item: { isRead: boolean }) => boolean, make: () => Promise<{ error?: unknown }>) => {
    const ids = inbox?.items?.filter(which).map(({ id }) => id) ?? []
    const isDone = await inbox?.change(ids, make, t`Couldn't archive them`)
    if (isDone) toast.success(t`Archived`, { id: 'notification' })
  }
  const openSettings = () => {
    onLeave()
    void navigate(`${paths.profile}?tab=notifications`)
  }
  return (
    <Menu
      label={t`All notifications`}
      className="w-72"
      trigger={(attributes) => (
        <button
          type="button"
          {...attributes}
          aria-label={t`All notifications`}
          title={t`All notifications`}
          className="grid size-9 shrink-0 place-items-center rounded-control text-text-muted transition-colors hover:bg-surface-hover hover:text-text pointer-coarse:size-11"
        >
          <Ellipsis size={20} aria-hidden="true" />
        </button>
      )}
    >
      {inbox && (
        <>
          <MenuItem
            icon={icon(Archive)}
            aria-describedby={note}
            onClick={() =>
              void archive(
                ({ isRead }) => isRead,
                () => novu.notifications.archiveAllRead(),
              )
            }
          >
            <Trans>Archive read</Trans>
          </MenuItem>
          <MenuItem
            icon={icon(ArchiveX)}
            aria-describedby={note}
            onClick={() =>
              void archive(
                () => true,
                () => novu.notifications.archiveAll(),
              )
            }
          >
            <Trans>Archive all</Trans>
          </MenuItem>
          {/* As the inbox's protocol has it, although this list does not show them. */}
          <p id={note} role="presentation" className="px-3 pb-1 text-sm text-text-muted">
            <Trans>Includes snoozed notifications</Trans>
          </p>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={icon(Settings2)} onClick={openSettings}>
        <Trans>Notification settings</Trans>
      </MenuItem>
    </Menu>
  )
}
