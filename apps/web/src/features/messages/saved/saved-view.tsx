import { listReminders, type ChatSnapshot } from '@fettle/chat-client'
import type { Channel } from '@fettle/protocol/chat/channels/channels'
import type { Reminder } from '@fettle/protocol/chat/messages/reminders'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bookmark, Check, Clock } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { conversationPath } from '../../../routing/conversation-path.ts'
import { announce } from '../../../lib/browser/announce.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { momentText, ownTimeZone } from '../../../lib/format/dates.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { IconButton } from '../../../ui/button.tsx'
import { LoadMore } from '../loading/load-more.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ListSkeleton } from '../list/channel-list.tsx'
import { useChannelsOf } from '../list/use-channels-of.ts'
import { fromList } from '../list/view.ts'
import { plainText } from '../../../lib/format/markup.ts'
import { nameOf } from '../channel-members.ts'
import { NotHere, NotLoaded } from '../loading/not-loaded.tsx'
import { chatToast } from '../alerts/chat-toast.ts'
import { groupSaved } from './due.ts'
import { RemindDialog, type ReminderTarget } from './remind-dialog.tsx'
import { reminders, useReminders } from './store.ts'
import { authorName } from '../message/person-name.ts'

/** Interval of checking for due reminders. */
const CHECK_INTERVAL_MS = 15_000

/** Saved messages: due, upcoming and without a time. */
export function SavedView({ snapshot }: { snapshot: ChatSnapshot }) {
  const saved = useReminders()
  const all = listReminders(saved)
  const now = useNow(CHECK_INTERVAL_MS)
  const isConnected = useConnection()
  const channelOf = useChannelsOf(all.map(({ cid }) => cid))
  const [changing, setChanging] = useState<ReminderTarget>()
  const [busy, setBusy] = useState(false)
  const { due, upcoming, untimed } = groupSaved(all, now)
  const row = (reminder: Reminder) => (
    <SavedRow
      key={`${reminder.cid} ${reminder.messageId}`}
      reminder={reminder}
      channel={channelOf(reminder.cid)}
      me={snapshot.me?.id}
      now={now}
      onChange={() => setChanging({ cid: reminder.cid, id: reminder.messageId, text: reminder.excerpt })}
    />
  )
  if (!saved.isLoaded && all.length === 0) {
    if (!isConnected) return <NotHere />
    if (!saved.error) return <ListSkeleton />
    return <NotLoaded icon={<Bookmark size={26} />} onRetry={() => void reminders.load().catch(() => undefined)} />
  }
  const loadMore = () => {
    setBusy(true)
    reminders
      .loadMore()
      .catch((error: unknown) => chatToast.failed(t`Couldn't load them`, error))
      .finally(() => setBusy(false))
  }
  return (
    <>
      {all.length === 0 && (
        <EmptyState icon={<Bookmark size={26} />} title={<Trans>No saved messages</Trans>}>
          <Trans>Save a message or set a reminder, and it stays here until you remove it.</Trans>
        </EmptyState>
      )}
      <Group title={<Trans context="reminder">Due</Trans>} rows={due.map(row)} />
      <Group title={<Trans>Upcoming</Trans>} rows={upcoming.map(row)} />
      <Group title={<Trans>No reminder</Trans>} rows={untimed.map(row)} />
      <LoadMore hasMore={saved.nextCursor !== null} busy={busy} onClick={loadMore} />
      {changing && <RemindDialog message={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}

function Group({ title, rows }: { title: ReactNode; rows: readonly ReactNode[] }) {
  if (rows.length === 0) return null
  return (
    <section className="pb-4">
      <h3 className="px-3 pb-1 text-sm font-semibold text-text-muted">{title}</h3>
      <ul className="grid grid-cols-1 gap-0.5">{rows}</ul>
    </section>
  )
}

interface SavedRowProps {
  reminder: Reminder
  channel: Channel | undefined
  me: string | undefined
  now: Date
  onChange: () => void
}

function SavedRow({ reminder, channel, me, now, onChange }: SavedRowProps) {
  const { cid, messageId, excerpt, author, remindAt } = reminder
  const name = author && author.id === me ? t`You` : authorName(author)
  const words = plainText(excerpt)
  const channelName = channel ? nameOf(channel, me) : ''
  const removeReminder = (button: HTMLElement) => {
    // The button disappears with its row: keep the focus in the list.
    button.closest('[data-list]')?.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true })
    return reminders.remove(cid, messageId).then(
      () => announce(t`Removed from saved`),
      (error: unknown) => chatToast.failed(t`Couldn't remove it from saved`, error),
    )
  }
  return (
    <li className="flex items-start gap-1 rounded-card hover:bg-surface-hover">
      <Link
        to={conversationPath(cid, { message: messageId, ...fromList('saved') })}
        data-result
        className="grid min-w-0 flex-1 grid-cols-1 gap-0.5 rounded-card px-3 py-2.5"
      >
        <span dir="auto" className="truncate font-semibold">
          {name}
          {channelName && name !== channelName && (
            <span className="font-normal text-text-muted">
              {' '}
              <Trans>to {channelName}</Trans>
            </span>
          )}
        </span>
        <span dir="auto" className="line-clamp-2 text-sm break-words text-text-muted">
          {words || <Trans>Message without text</Trans>}
        </span>
        {remindAt && (
          <span className="flex items-center gap-1 text-sm font-medium tabular-nums">
            <Clock size={14} aria-hidden="true" />
            {momentText(remindAt, ownTimeZone(), now)}
          </span>
        )}
      </Link>
      <IconButton
        label={t`Change time: ${words || name}`}
        title={t`Change time`}
        icon={<Clock size={18} />}
        onClick={onChange}
        className="mt-1"
      />
      <IconButton
        label={t`Remove from saved: ${words || name}`}
        title={t`Remove from saved`}
        icon={<Check size={18} />}
        onClick={(event) => void removeReminder(event.currentTarget)}
        className="mt-1 me-1"
      />
    </li>
  )
}
