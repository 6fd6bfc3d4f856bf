import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Notification as InboxItem } from '@novu/react/hooks'
import { AlarmClock, AlarmClockOff, Archive, ArchiveRestore, Ellipsis, Mail, MailOpen, Trash2 } from 'lucide-react'
import { useNow } from '../../lib/browser/now.ts'
import { dayName, momentText, ownTimeZone, timeIn } from '../../lib/format/dates.ts'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { snoozeTimes, type SnoozeName } from './model.ts'
import type { NotificationInbox } from './use-inbox.ts'

const icon = (Icon: typeof Mail) => <Icon size={18} aria-hidden="true" className="shrink-0 text-text-muted" />

interface ItemActionsProps {
  item: InboxItem
  change: NotificationInbox['change']
  onRefresh: NotificationInbox['refresh']
}

/** Archives a notification, or moves it back to the inbox, and says so. */
export function useArchiving({ item, change, onRefresh }: ItemActionsProps) {
  const { id } = item
  const undo = async (make: () => Promise<{ error?: unknown }>) => {
    if (!(await change([id], make, t`Couldn't restore it`))) return
    toast.success(t`Moved to inbox`, { id: 'notification' })
    await onRefresh()
  }
  const unarchive = () => undo(() => item.unarchive())
  const archive = async () => {
    if (!(await change([id], () => item.archive(), t`Couldn't archive it`))) return
    toast.success(t`Archived`, { id: 'notification', action: { label: t`Undo`, run: () => void unarchive() } })
  }
  return { archive, unarchive, unsnooze: () => undo(() => item.unsnooze()) }
}

/** Menu of one notification. */
export function ItemMenu(props: ItemActionsProps) {
  const { item, change } = props
  const { id, isRead, isArchived, isSnoozed } = item
  const { archive, unarchive, unsnooze } = useArchiving(props)
  const name = item.subject ?? item.body
  // The inbox has no way back from a deletion. Holding it back for an undo could lose it: the inbox's client cannot send
  // while the page closes.
  const remove = async () => {
    if (!(await change([id], () => item.delete(), t`Couldn't delete it`))) return
    toast.success(t`Notification deleted`, { id: 'notification' })
  }
  const mark = async (make: () => Promise<{ error?: unknown }>, failure: string, success: string) => {
    if (await change([id], make, failure)) toast.success(success, { id: 'notification' })
  }
  return (
    <Menu
      label={t`Actions`}
      className="w-72"
      trigger={(attributes) => (
        <button
          type="button"
          {...attributes}
          aria-label={t`Actions for “${name}”`}
          title={t`Actions`}
          className="-me-1 -mt-1 grid size-9 shrink-0 place-items-center rounded-control text-text-muted transition-colors hover:bg-surface-sunken hover:text-text pointer-coarse:size-11"
        >
          <Ellipsis size={20} aria-hidden="true" />
        </button>
      )}
    >
      {isRead ? (
        <MenuItem
          icon={icon(Mail)}
          onClick={() => void mark(() => item.unread(), t`Couldn't mark it as unread`, t`Marked as unread`)}
        >
          <Trans>Mark as unread</Trans>
        </MenuItem>
      ) : (
        <MenuItem
          icon={icon(MailOpen)}
          onClick={() => void mark(() => item.read(), t`Couldn't mark it as read`, t`Marked as read`)}
        >
          <Trans>Mark as read</Trans>
        </MenuItem>
      )}
      {isArchived && (
        <MenuItem icon={icon(ArchiveRestore)} onClick={() => void unarchive()}>
          <Trans>Move to inbox</Trans>
        </MenuItem>
      )}
      {isSnoozed && (
        <MenuItem icon={icon(AlarmClockOff)} onClick={() => void unsnooze()}>
          <Trans>Unsnooze</Trans>
        </MenuItem>
      )}
      {!isArchived && !isSnoozed && (
        <>
          <MenuItem icon={icon(Archive)} onClick={() => void archive()}>
            <Trans>Archive</Trans>
          </MenuItem>
          <MenuSeparator />
          <SnoozeItems item={item} change={change} />
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={icon(Trash2)} className="text-danger" onClick={() => void remove()}>
        <Trans>Delete</Trans>
      </MenuItem>
    </Menu>
  )
}

function SnoozeItems({ item, change }: { item: InboxItem; change: NotificationInbox['change'] }) {
  const now = useNow()
  const names: Record<SnoozeName, string> = {
    hour: t`In an hour`,
    evening: t`This evening`,
    tomorrow: t`Tomorrow`,
    week: t`Next week`,
  }
  const snooze = async (until: Date) => {
    if (!(await change([item.id], () => item.snooze(until.toISOString()), t`Couldn't snooze it`))) return
    toast.success(t`Snoozed until: ${momentText(until.toISOString(), ownTimeZone(), now)}`, { id: 'notification' })
  }
  return (
    <div role="group" aria-label={t`Snooze`}>
      <p aria-hidden="true" className="px-3 pt-1 text-sm font-semibold text-text-muted">
        <Trans>Snooze</Trans>
      </p>
      {snoozeTimes(now).map(({ name, until }) => (
        <MenuItem key={name} icon={icon(AlarmClock)} onClick={() => void snooze(until)}>
          <span className="flex-1">{names[name]}</span>
          <span className="text-sm whitespace-nowrap text-text-muted tabular-nums">
            {name === 'week' ? dayName(until, ownTimeZone(), now) : timeIn(until, ownTimeZone())}
          </span>
        </MenuItem>
      ))}
    </div>
  )
}
