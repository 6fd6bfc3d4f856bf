import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNovu, type Notification as InboxItem } from '@novu/react/hooks'
import { Archive, ArchiveX, Ellipsis, Settings2 } from 'lucide-react'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import type { NotificationInbox } from './use-inbox.ts'

/** Largest page of the inbox: archiving more cannot be undone. */
const MAX_UNDONE = 100

type Novu = ReturnType<typeof useNovu>

const icon = (Icon: typeof Archive) => <Icon size={18} aria-hidden="true" className="shrink-0 text-text-muted" />

interface ListMenuProps {
  /** The inbox, where items can be archived; undefined on the archived and snoozed tabs. */
  inbox: NotificationInbox | undefined
  onLeave: () => void
}

/** Notifications that are not archived, snoozed ones included. Undefined where they are more than a page, or not loaded. */
async function listOpen(novu: Novu): Promise<InboxItem[] | undefined> {
  const pages = await Promise.all(
    [false, true].map((snoozed) =>
      novu.notifications.list({ archived: false, snoozed, limit: MAX_UNDONE, useCache: false }),
    ),
  )
  const isWhole = pages.every(({ data }) => data !== undefined && !data.hasMore)
  return isWhole ? pages.flatMap(({ data }) => data?.notifications ?? []) : undefined
}

/** Moves notifications back one by one, as the inbox has no operation for several; stops at the first refusal. */
async function unarchiveEach(items: readonly InboxItem[]): Promise<{ error?: unknown }> {
  for (const item of items) {
    const { error } = await item.unarchive()
    if (error) return { error }
  }
  return {}
}

/** Menu with bulk actions and a link to the notification preferences. */
export function ListMenu({ inbox, onLeave }: ListMenuProps) {
  const novu = useNovu()
  const navigate = useNavigate()
  const note = useId()
  const archive = async (which: (item: InboxItem) => boolean, make: () => Promise<{ error?: unknown }>) => {
    const affected = (await listOpen(novu))?.filter(which)
    const ids = inbox?.items?.filter(which).map(({ id }) => id) ?? []
    if (!(await inbox?.change(ids, make, t`Couldn't archive them`))) return
    toast.success(t`Archived`, {
      id: 'notification',
      ...(affected && { action: { label: t`Undo`, run: () => void unarchive(affected) } }),
    })
  }
  const unarchive = async (items: readonly InboxItem[]) => {
    const ids = items.map(({ id }) => id)
    if (await inbox?.change(ids, () => unarchiveEach(items), t`Couldn't restore them`)) {
      toast.success(t`Moved to inbox`, { id: 'notification' })
    }
    await inbox?.refresh()
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
