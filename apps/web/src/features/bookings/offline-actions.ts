import { bookingFlow, type BookingAction, type BookingDetails } from '@fettle/protocol/bookings'
import type { ChecklistItem } from '@fettle/protocol/bookings/checklists'
import { actionsFrom } from '@fettle/protocol/core/flow'
import type { QueryClient } from '@tanstack/react-query'
import { noConnection } from '../../lib/http/send-request.ts'
import { registerSender } from '../../lib/offline/device-queue.ts'
import type { QueuedMutation } from '../../lib/offline/offline-queue.ts'

/** What can be done on a job without a connection: B6–B10, photos, checklist, time and notes. */

const workTransitions = ['start-travel', 'arrive', 'start', 'pause', 'resume', 'complete'] as const
export type WorkTransition = (typeof workTransitions)[number]
export const isWorkTransition = (kind: string): kind is WorkTransition => workTransitions.some((move) => move === kind)

const workUpdates = ['photo', 'checklist', 'note', 'contact', 'timer-start', 'timer-stop'] as const
export type OfflineAction = WorkTransition | (typeof workUpdates)[number]

/** How far each photo on its way has got, by the deed that sends it. */
export const uploadProgress = new Map<string, number>()

/** Without a connection the code that sends is as far away as the server. */
export const fetchSender = () =>
  import('./send-mutation.ts').catch(() => {
    throw noConnection()
  })

/** From here on deeds on bookings can be sent. */
export const registerSenders = (client: QueryClient): void =>
  registerSender([...workTransitions, ...workUpdates], async (mutation) =>
    (await fetchSender()).sendMutation(client, mutation),
  )

const timestampFields: Partial<Record<WorkTransition, 'enRouteAt' | 'arrivedAt' | 'startedAt' | 'completedAt'>> = {
  'start-travel': 'enRouteAt',
  arrive: 'arrivedAt',
  start: 'startedAt',
  complete: 'completedAt',
}

const applyMutation = (booking: BookingDetails, { kind, payload, occurredAt, id }: QueuedMutation): BookingDetails => {
  if (isWorkTransition(kind)) {
    const status = bookingFlow.transitions[kind].to
    const stamp = timestampFields[kind]
    // What may follow without the server's word: the next steps of the job itself.
    const allowedActions = actionsFrom(bookingFlow, status, 'PROVIDER').filter(isWorkTransition) as BookingAction[]
    return { ...booking, status, allowedActions, ...(stamp && { [stamp]: occurredAt }) }
  }
  switch (kind) {
    case 'checklist': {
      const { itemId, done, value, note } = payload as { itemId: string } & Partial<ChecklistItem>
      return {
        ...booking,
        checklist: booking.checklist.map((item) =>
          item.id === itemId
            ? {
                ...item,
                ...(value !== undefined && { value }),
                ...(note !== undefined && { note }),
                done: done ?? (value === undefined ? item.done : value !== null),
                doneAt: occurredAt,
              }
            : item,
        ),
      }
    }
    case 'photo':
      return {
        ...booking,
        checklist: booking.checklist.map((item) =>
          item.id === payload['itemId'] ? { ...item, done: true, doneAt: occurredAt } : item,
        ),
      }
    case 'note':
      return {
        ...booking,
        privateNotes: [...booking.privateNotes, { id, text: String(payload['text']), at: occurredAt }],
      }
    case 'timer-start': {
      const kindOf = (payload as { kind: 'WORK' }).kind
      const running = { id, kind: kindOf, startedAt: occurredAt, endedAt: null, minutes: null, editedReason: null }
      return { ...booking, workLog: [...booking.workLog, running] }
    }
    case 'timer-stop':
      return {
        ...booking,
        workLog: booking.workLog.map((segment) =>
          segment.endedAt === null ? { ...segment, endedAt: occurredAt } : segment,
        ),
      }
    default:
      return booking
  }
}

/**
 * The booking as it will be once the server has heard of everything that was done here. While one step needs review the
 * state is the server's: what followed that step waits, and may never come about.
 */
export function applyQueuedMutations(booking: BookingDetails, mutations: readonly QueuedMutation[]): BookingDetails {
  const own = mutations.filter(({ subject }) => subject === booking.id)
  const isStuck = own.some(({ state }) => state === 'review')
  return own
    .filter(({ state, kind }) => state === 'waiting' && !(isStuck && isWorkTransition(kind)))
    .reduce(applyMutation, booking)
}
