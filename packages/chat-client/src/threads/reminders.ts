import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { Reminder } from '@fettle/protocol/chat/messages/reminders'
import { preview } from '@fettle/protocol/common/limits'
import type { ClientHandle } from '../client-handle.ts'
import { systemClock, type ClientClock } from '../ports.ts'
import { reloadOnRecovery } from '../reload-on-recovery.ts'
import { createEmitter, createStore, type Readable } from '../store.ts'

/** Reminders. Deleted ones stay known by version, so that late frames do not restore them. */
export interface RemindersSnapshot {
  readonly reminders: Readonly<Record<string, Reminder>>
  readonly deleted: Readonly<Record<string, number>>
  /** Cursor of the next page. */
  readonly nextCursor: string | null
  readonly isLoaded: boolean
  /** Why the list could not be loaded. Null: it could, or was not requested yet. */
  readonly error: unknown
}

export const noReminders: RemindersSnapshot = {
  reminders: {},
  deleted: {},
  nextCursor: null,
  isLoaded: false,
  error: null,
}

/** Conversations mark the messages that have reminders, so most people's are all loaded at once. */
const PAGES_AT_ONCE = 10

const keyOf = ({ cid, messageId }: { cid: string; messageId: string }) => `${cid} ${messageId}`

/** Applies a reminder from an answer, unless a newer version or its deletion is known. */
export function applyReminder(state: RemindersSnapshot, reminder: Reminder): RemindersSnapshot {
  const key = keyOf(reminder)
  const currentVersion = Math.max(state.reminders[key]?.version ?? 0, state.deleted[key] ?? 0)
  if (reminder.version <= currentVersion) return state
  return { ...state, reminders: { ...state.reminders, [key]: reminder } }
}

/** Applies a frame. Invariant: earlier state plus later frames equals a fresh list. */
export function applyReminderFrame(state: RemindersSnapshot, frame: ChatFrame): RemindersSnapshot {
  if (frame.type === 'reminder.changed' || frame.type === 'reminder.due') return applyReminder(state, frame.reminder)
  if (frame.type === 'message.hidden') return withExcerpt(state, frame, '')
  if ('message' in frame && frame.type !== 'message.new') {
    const { id: messageId, text } = frame.message
    return withExcerpt(state, { cid: frame.cid, messageId }, preview(text))
  }
  if (frame.type !== 'reminder.deleted') return state
  const key = keyOf(frame)
  if (frame.version <= Math.max(state.reminders[key]?.version ?? 0, state.deleted[key] ?? 0)) return state
  const { [key]: _, ...reminders } = state.reminders
  return { ...state, reminders, deleted: { ...state.deleted, [key]: frame.version } }
}

/** The reminder of a message whose text has changed. */
function withExcerpt(
  state: RemindersSnapshot,
  message: { cid: string; messageId: string },
  excerpt: string,
): RemindersSnapshot {
  const key = keyOf(message)
  const reminder = state.reminders[key]
  if (!reminder || reminder.excerpt === excerpt) return state
  return { ...state, reminders: { ...state.reminders, [key]: { ...reminder, excerpt } } }
}

/** In list order: by time, those without a time last. */
export function listReminders({ reminders }: RemindersSnapshot): Reminder[] {
  const at = ({ remindAt }: Reminder) => remindAt ?? '~'
  return Object.values(reminders).sort((one, other) => {
    const [a, b] = [`${at(one)} ${one.messageId}`, `${at(other)} ${other.messageId}`]
    return a < b ? -1 : a > b ? 1 : 0
  })
}

/** The reminder of a message, if any. */
export const reminderOf = (state: RemindersSnapshot, cid: string, messageId: string): Reminder | undefined =>
  state.reminders[keyOf({ cid, messageId })]

export interface Reminders extends Readable<RemindersSnapshot> {
  load(): Promise<void>
  loadMore(): Promise<void>
  /** Sets a reminder at a time, after an offset, or without either: saved for later. */
  set(cid: string, messageId: string, when: { remindAt: string } | { offset: number } | null): Promise<void>
  remove(cid: string, messageId: string): Promise<void>
  /** Calls back when a reminder is due. */
  onDue(listener: (reminder: Reminder) => void): () => void
  stop(): void
}

/** The reminders of the user in all channels. Commands reject with the service's error. */
export function createReminders(
  { call, onFrame, onRecovery, onReset }: ClientHandle,
  { clock = systemClock }: { clock?: ClientClock } = {},
): Reminders {
  const store = createStore(noReminders)
  const due = createEmitter<Reminder>()

  /** Loads pages from `from` on, or all again from the first. */
  async function load(from?: string): Promise<void> {
    const before = store.getSnapshot().reminders
    const listed: Reminder[] = []
    let cursor = from ?? null
    for (let pages = 0; pages === 0 || (cursor !== null && pages < PAGES_AT_ONCE); pages += 1) {
      const answer = await call('reminders.list', cursor === null ? {} : { cursor })
      listed.push(...answer.reminders)
      cursor = answer.nextCursor
    }
    const now = store.getSnapshot()
    // A fresh list lacks reminders deleted meanwhile, but may be older than frames received since.
    const changedMeanwhile = Object.entries(now.reminders).filter(([key, reminder]) => before[key] !== reminder)
    const base = from === undefined ? { ...now, reminders: Object.fromEntries(changedMeanwhile) } : now
    const loaded = listed.reduce(applyReminder, base)
    store.set({ ...loaded, nextCursor: cursor, isLoaded: true, error: null })
  }

  const stops = [
    onFrame((frame) => {
      const before = store.getSnapshot()
      const after = applyReminderFrame(before, frame)
      store.set(after)
      if (frame.type === 'reminder.due' && after !== before) due.emit(frame.reminder)
    }),
    reloadOnRecovery({ onRecovery }, clock, async () => {
      if (store.getSnapshot().isLoaded) await load()
    }),
    onReset(() => store.set(noReminders)),
  ]

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    async load() {
      try {
        await load()
      } catch (error) {
        store.set({ ...store.getSnapshot(), error })
        throw error
      }
    },
    async loadMore() {
      const { nextCursor } = store.getSnapshot()
      if (nextCursor !== null) await load(nextCursor)
    },
    async set(cid, messageId, when) {
      const { reminder } = await call('reminders.set', { cid, messageId, ...when })
      store.set(applyReminder(store.getSnapshot(), reminder))
    },
    async remove(cid, messageId) {
      const { version } = await call('reminders.delete', { cid, messageId })
      store.set(applyReminderFrame(store.getSnapshot(), { type: 'reminder.deleted', cid, messageId, version }))
    },
    onDue: due.on,
    stop: () => stops.forEach((stop) => stop()),
  }
}
