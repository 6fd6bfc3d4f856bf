import type { ChatFrame } from '@fettle/protocol/chat/events'
import type { ScheduledMessage } from '@fettle/protocol/chat/messages/scheduled'
import type { ChatCallInput } from '@fettle/protocol/chat/operations'
import type { ClientHandle } from '../client-handle.ts'
import { withNewer, type Versioned } from '../state/versioned.ts'
import { systemClock, type ClientClock } from '../ports.ts'
import { reloadOnRecovery } from '../reload-on-recovery.ts'
import { shareRunning } from '../share-running.ts'
import { createStore, type Readable } from '../store.ts'

/** Scheduled messages by id. Sent and deleted ones stay known, so that late frames do not restore them. */
export type ScheduledSnapshot = Versioned<ScheduledMessage>

/** Applies a frame. Invariant: earlier state plus later frames equals a fresh list. */
export function applyScheduledFrame(state: ScheduledSnapshot, frame: ChatFrame): ScheduledSnapshot {
  return frame.type === 'scheduled.changed' ? withNewer(state, frame.scheduled.messageId, frame.scheduled) : state
}

/** Waiting and failed messages, next one first; of one channel, or of all. */
export function listScheduled(state: ScheduledSnapshot, cid?: string): ScheduledMessage[] {
  const isOpen = (each: ScheduledMessage) =>
    (each.state === 'waiting' || each.state === 'failed') && (cid === undefined || each.cid === cid)
  const sortKey = (each: ScheduledMessage) => `${each.sendAt} ${each.messageId}`
  return Object.values(state)
    .filter(isOpen)
    .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
}

export interface Scheduled extends Readable<ScheduledSnapshot> {
  load(): Promise<void>
  create(input: ChatCallInput<'scheduled.create'>): Promise<void>
  update(input: ChatCallInput<'scheduled.update'>): Promise<void>
  remove(messageId: string): Promise<void>
  stop(): void
}

/** The scheduled messages of the user in all channels. Commands reject with the service's error. */
export function createScheduled(
  { call, onFrame, onRecovery, onReset }: ClientHandle,
  { clock = systemClock }: { clock?: ClientClock } = {},
): Scheduled {
  const store = createStore<ScheduledSnapshot>({})
  let isLoaded = false
  const take = (each: ScheduledMessage) => store.set(withNewer(store.getSnapshot(), each.messageId, each))

  const all = shareRunning(async () => {
    const before = store.getSnapshot()
    const { scheduled } = await call('scheduled.list', {})
    isLoaded = true
    const answeredIds = new Set(scheduled.map(({ messageId }) => messageId))
    // Messages missing from the list were sent or deleted meanwhile; frames received since are newer.
    const remaining = Object.entries(store.getSnapshot()).filter(
      ([id, each]) => answeredIds.has(id) || each.state === 'sent' || each.state === 'deleted' || before[id] !== each,
    )
    store.set(Object.fromEntries(remaining))
    scheduled.forEach(take)
  })

  const stops = [
    onFrame((frame) => store.set(applyScheduledFrame(store.getSnapshot(), frame))),
    reloadOnRecovery({ onRecovery }, clock, async () => {
      if (isLoaded) await all.reload()
    }),
    onReset(() => {
      all.forget()
      isLoaded = false
      store.set({})
    }),
  ]

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    load: all.load,
    create: async (input) => take((await call('scheduled.create', input)).scheduled),
    update: async (input) => take((await call('scheduled.update', input)).scheduled),
    remove: async (messageId) => take((await call('scheduled.delete', { messageId })).scheduled),
    stop: () => stops.forEach((stop) => stop()),
  }
}
