import type { BookingAction, BookingDetails, ContactAttempt } from '@fettle/protocol/bookings'
import { bookingFlow } from '@fettle/protocol/bookings/flow'
import type { ChecklistItem } from '@fettle/protocol/bookings/checklists'
import { actionsFrom } from '@fettle/protocol/core/flow'
import type { QueryClient } from '@tanstack/react-query'
import { noConnection } from '../../../lib/http/send-request.ts'
import { registerSender } from '../../../lib/offline/device-queue.ts'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'

/** Actions on a job that work offline: transitions of the work, photos, checklist, time entries and notes. */

const workTransitions = ['start-travel', 'arrive', 'start', 'pause', 'resume', 'complete'] as const
export type WorkTransition = (typeof workTransitions)[number]
/** Whether a queued mutation changes the status of the job. */
export const isWorkTransition = (kind: string): kind is WorkTransition => workTransitions.some((move) => move === kind)

const workUpdates = ['photo', 'checklist', 'note', 'contact', 'timer-start', 'timer-stop'] as const
export type OfflineAction = WorkTransition | (typeof workUpdates)[number]

/** Upload progress of queued photos, by queued mutation. */
export const uploadProgress = new Map<string, number>()

/** The code that sends mutations is loaded on demand. */
export const fetchSender = () =>
  import('./send-mutation.ts').catch(() => {
    throw noConnection()
  })

/** Registers the senders of booking mutations. */
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
    // Actions that may follow without a server response: the next steps of the job itself.
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
    case 'contact': {
      const { method } = payload as Pick<ContactAttempt, 'method'>
      return { ...booking, contactAttempts: [...booking.contactAttempts, { id, method, at: occurredAt }] }
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
 * Applies queued mutations to a booking. While one of them needs review, queued transitions are not applied: the status
 * stays the server's, because later steps wait and may never be sent.
 */
export function applyQueuedMutations(booking: BookingDetails, mutations: readonly QueuedMutation[]): BookingDetails {
  const ownMutations = mutations.filter(({ subject }) => subject === booking.id)
  const isStuck = ownMutations.some(({ state }) => state === 'review')
  return ownMutations
    .filter(({ state, kind }) => state === 'waiting' && !(isStuck && isWorkTransition(kind)))
    .reduce(applyMutation, booking)
}
