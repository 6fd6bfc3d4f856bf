import type { NotificationFilter } from '@novu/react/hooks'
import { isOpenAt } from '../../shared/forms/quiet-hours.ts'
import type { Tone } from '../../ui/feedback/status-chip.tsx'

/** Logic of notifications without React or network. */

export type InboxTab = 'all' | 'unread' | 'snoozed' | 'archived'

/** Stable identities, since the hooks compare them. */
export const tabFilters: Readonly<Record<InboxTab, NotificationFilter>> = {
  all: { archived: false, snoozed: false },
  unread: { read: false, archived: false, snoozed: false },
  snoozed: { archived: false, snoozed: true },
  archived: { archived: true, snoozed: false },
}

/** Whether an address names a tab. */
export const isTab = (name: string | null): name is InboxTab => name !== null && Object.hasOwn(tabFilters, name)

/** Filter of the bell's count. */
export const unreadFilters: NotificationFilter[] = [tabFilters.unread]

interface NotificationFields {
  severity?: string
  workflow?: { critical: boolean } | undefined
}

/** Urgency of a notification. Critical ones cannot be switched off. */
export type NotificationUrgency = 'urgent' | 'important' | 'normal'

export const urgencyOf = ({ severity, workflow }: NotificationFields): NotificationUrgency =>
  workflow?.critical ? 'urgent' : severity === 'high' ? 'important' : 'normal'

export function toneOf(notification: NotificationFields): Tone {
  const urgency = urgencyOf(notification)
  if (urgency === 'urgent') return 'danger'
  if (urgency === 'important') return 'accent'
  return notification.severity === 'medium' ? 'info' : 'neutral'
}

interface ListedItem {
  id: string
  createdAt: string
}

/** Rolls back single items after a refused change, to their old position and values. Other items stay as they are. */
export function restoreItems<Item extends ListedItem>(
  now: readonly Item[],
  before: readonly Item[],
  ids: readonly string[],
): Item[] {
  const result = [...now]
  for (const [place, item] of before.entries()) {
    if (!ids.includes(item.id)) continue
    const at = result.findIndex(({ id }) => id === item.id)
    if (at >= 0) {
      result[at] = item
      continue
    }
    // Insert before the first of the former successors that is still in the list.
    const following = new Set(before.slice(place + 1).map(({ id }) => id))
    const next = result.findIndex(({ id }) => following.has(id))
    result.splice(next >= 0 ? next : result.length, 0, item)
  }
  return result
}

/** Puts a fresh first page before the older pages already shown. */
export function mergeFirstPage<Item extends ListedItem>(
  fresh: readonly Item[],
  shown: readonly Item[],
  freshHasMore: boolean,
): Item[] {
  const last = fresh.at(-1)
  if (!freshHasMore || !last) return [...fresh]
  const freshIds = new Set(fresh.map(({ id }) => id))
  return [...fresh, ...shown.filter(({ id, createdAt }) => !freshIds.has(id) && createdAt <= last.createdAt)]
}

export type SnoozeName = 'hour' | 'evening' | 'tomorrow' | 'week'

const at = (now: Date, days: number, hour: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)

/** Snooze options: in an hour, this evening unless it is near, tomorrow at eight, next Monday at eight. */
export function snoozeTimes(now: Date): { name: SnoozeName; until: Date }[] {
  const evening = at(now, 0, 18)
  const toMonday = (8 - now.getDay()) % 7 || 7
  const hour = { name: 'hour' as const, until: new Date(now.getTime() + 3_600_000) }
  return [
    hour,
    ...(evening > hour.until ? [{ name: 'evening' as const, until: evening }] : []),
    { name: 'tomorrow', until: at(now, 1, 8) },
    ...(toMonday > 1 ? [{ name: 'week' as const, until: at(now, toMonday, 8) }] : []),
  ]
}

interface KindPreference {
  channels: object
  workflow?: { identifier: string } | undefined
  schedule?: Parameters<typeof isOpenAt>[1]
}

/**
 * Whether a kind may be shown on the desktop, by the notification preferences. Critical kinds are not listed and always
 * pass; others follow the preference and never pass in quiet hours. With `isPushed` a push message may already show it.
 */
export function mayShow(
  workflow: { identifier: string },
  listed: readonly KindPreference[],
  { now, isPushed }: { now: Date; isPushed: boolean },
): boolean {
  const kind = listed.find((one) => one.workflow?.identifier === workflow.identifier)
  if (!kind) return !isPushed
  // Novu itself knows only push. A kind with neither channel is of low importance and stays in the inbox.
  const { desktop, push } = kind.channels as Partial<Record<string, boolean>>
  if (isPushed && push) return false
  const general = listed.find((one) => !one.workflow)
  return (desktop ?? push ?? false) && isOpenAt(now, general?.schedule)
}

/** Converts a URL of this app to a path; undefined for other sites. */
export const innerPath = (url: string | undefined): string | undefined =>
  url?.startsWith('/') && !url.startsWith('//') ? url : undefined
