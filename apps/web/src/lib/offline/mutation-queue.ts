import {
  createOfflineQueue,
  resetRetries,
  type FailureDecision,
  type QueueItem,
} from '@fettle/chat-client/offline-queue'
import { hasCode, isApiError, type ApiError } from '../http/api-error.ts'
import type { KeyValueStore } from './key-value-store.ts'

/** A change made on this device that is sent to the server once, now or later. */
export interface QueuedMutation extends QueueItem {
  /** Sent as Idempotency-Key, unless it has a `key`, so that a repeated send returns the first result. */
  id: string
  /** Idempotency-Key after a refusal: with the old one the server would repeat it. */
  key?: string
  /** Mutations of the same subject are sent one after the other, in order. */
  subject: string
  kind: string
  payload: Record<string, unknown>
  /** Address to show when it fails; by default that of its subject. */
  path?: string
  /** When it was made, by this device's clock. */
  occurredAt: string
  /** Kept for review even after an immediate refusal, because its payload exists nowhere else. */
  stays?: boolean
  /** Why it needs review. */
  refusal?: { code: string; message: string; details?: Readonly<Record<string, unknown>> }
}

/** Idempotency-Key of a mutation. */
export const idempotencyKeyOf = ({ id, key = id }: Pick<QueuedMutation, 'id' | 'key'>): string => key

/** Input of `add`. */
export type NewMutation = Pick<QueuedMutation, 'subject' | 'kind' | 'payload' | 'stays' | 'path'>

/** Immediate result of a mutation: the response, or none yet. */
export type MutationOutcome = { sent: true; result: unknown } | { sent: false }

export interface MutationQueueDeps {
  store: KeyValueStore<QueuedMutation>
  /** Sends a mutation. Throws ApiError when it is refused or without a response. */
  send: (mutation: QueuedMutation) => Promise<unknown>
  user: () => string | undefined
  online: () => boolean
  now: () => Date
  newId: () => string
  schedule: (run: () => void, milliseconds: number) => void
  /** Ensures that one tab at a time sends. */
  withTabLock: (run: () => Promise<void>) => Promise<void>
  /** Receives errors of the store. */
  storeFailed: (error: unknown) => void
}

/** Delays of the retries; after the last one the mutation needs review. */
export const RETRY_DELAYS_MS = [2_000, 10_000, 30_000]

/** How long the user waits for the server's response to their action. */
export const ANSWER_TIMEOUT_MS = 6_000

const byOccurrence = (a: QueuedMutation, b: QueuedMutation) =>
  a.occurredAt.localeCompare(b.occurredAt) || a.id.localeCompare(b.id)

/**
 * Whether an error is worth a retry, as opposed to a refusal. An earlier attempt may still be running. A response that is
 * not the server's, or an error of our own such as code that cannot be loaded without a connection, refuses nothing.
 */
export const isRetryable = (error: unknown): boolean =>
  !isApiError(error) ||
  error.status === 0 ||
  error.status >= 500 ||
  error.status === 429 ||
  hasCode(error, 'IDEMPOTENCY_IN_PROGRESS', 'UNREADABLE')

/** The session has ended: the mutation waits for the next one. */
export const isSessionEnded = (error: unknown): boolean => isApiError(error) && error.status === 401

const forReview = (error: unknown) => {
  const { code, message, details } = error as ApiError
  return { state: 'review' as const, refusal: { code, message, ...(details && { details }) } }
}

const isRefusal = (error: unknown): boolean => !isRetryable(error) && !isSessionEnded(error)

/**
 * Queue of changes, in order per subject. A refusal while the user waits is thrown; a later refusal is kept for review
 * and blocks later mutations of the same subject.
 */
export function createMutationQueue(deps: MutationQueueDeps) {
  /** Callers that wait for the outcome of their mutation. */
  const callers = new Map<string, { resolve: (outcome: MutationOutcome) => void; reject: (error: unknown) => void }>()
  const answer = (id: string, outcome: MutationOutcome) => {
    callers.get(id)?.resolve(outcome)
    callers.delete(id)
  }

  function afterFailure(mutation: QueuedMutation, error: unknown): FailureDecision<QueuedMutation> {
    if (isRefusal(error)) {
      // The caller gets the refusal; the mutation is kept only if its payload exists nowhere else.
      if (callers.has(mutation.id) && !mutation.stays) return 'drop'
      return { review: { ...forReview(error), key: deps.newId(), tries: mutation.tries + 1 } }
    }
    if (isSessionEnded(error) || !deps.online()) return 'wait'
    const retryInMs = RETRY_DELAYS_MS[mutation.tries]
    if (retryInMs === undefined) return { review: { ...forReview(error), tries: mutation.tries + 1 } }
    return { retryInMs }
  }

  const queue = createOfflineQueue<QueuedMutation>({
    store: {
      all: deps.store.all,
      put: deps.store.put,
      remove: ({ id }) => deps.store.remove(id),
    },
    policy: { compare: byOccurrence, laneOf: ({ subject }) => subject, isReviewBlocking: true, afterFailure },
    send: deps.send,
    user: deps.user,
    canSend: deps.online,
    now: () => deps.now().getTime(),
    schedule: deps.schedule,
    withTabLock: deps.withTabLock,
    storeFailed: deps.storeFailed,
    held: ({ id }) => answer(id, { sent: false }),
    failed({ id }, error) {
      if (!isRefusal(error)) return
      callers.get(id)?.reject(error)
      callers.delete(id)
    },
  })
  queue.onSent(({ id }, result) => answer(id, { sent: true, result }))

  function toQueued(newMutation: NewMutation): QueuedMutation {
    const user = deps.user()
    if (!user) throw new Error('The offline queue has no owner: nobody is signed in')
    return { ...newMutation, id: deps.newId(), user, occurredAt: occurrenceOf(newMutation), tries: 0, state: 'waiting' }
  }

  /** Now, but after what waits already: the device's clock may have gone back since. */
  function occurrenceOf({ subject }: NewMutation): string {
    const last = queue.get().findLast((mutation) => mutation.subject === subject)
    const earliest = last ? Date.parse(last.occurredAt) + 1 : 0
    return new Date(Math.max(deps.now().getTime(), earliest)).toISOString()
  }

  const reset = ({ refusal: _, ...mutation }: QueuedMutation) => queue.put(resetRetries(mutation))

  return {
    subscribe: queue.subscribe,
    get: queue.get,
    /** Calls the listener for each mutation the server has accepted. */
    onSent: queue.onSent,
    /**
     * Adds a mutation, replacing others where named: sent now when connected, else stored. Throws an immediate refusal.
     */
    async add(newMutation: NewMutation, insteadOf: readonly string[] = []): Promise<MutationOutcome> {
      const mutation = toQueued(newMutation)
      const outcome = new Promise<MutationOutcome>((resolve, reject) => callers.set(mutation.id, { resolve, reject }))
      void queue.add(mutation, insteadOf)
      // Earlier uploads may delay it; the user need not wait for them.
      deps.schedule(() => answer(mutation.id, { sent: false }), ANSWER_TIMEOUT_MS)
      return outcome
    },
    /** Stores a mutation that was already refused, for review. */
    shelve: (newMutation: NewMutation, error: unknown): Promise<void> =>
      queue.put({ ...toQueued(newMutation), ...forReview(error) }),
    /** Changes the payload that a mutation is sent with the next time. */
    async amend(id: string, payload: QueuedMutation['payload']): Promise<void> {
      const mutation = queue.find(id)
      if (mutation) await queue.put({ ...mutation, payload })
    },
    /** Reads the store without sending. */
    read: queue.read,
    /** Retries a mutation that needs review, with another payload if given. */
    async retry(id: string, payload?: QueuedMutation['payload']): Promise<void> {
      const mutation = queue.find(id)
      if (!mutation) return
      await reset({ ...mutation, ...(payload && { payload }) })
      await queue.flush()
    },
    /** Discards a mutation; those blocked by it are sent. */
    async discard(id: string): Promise<void> {
      await queue.remove(id)
      await queue.flush()
    },
    /** Retries mutations that failed only for lack of a connection. */
    async resume(): Promise<void> {
      await queue.read()
      for (const mutation of queue.get()) {
        const isRetried = mutation.state === 'waiting' || mutation.refusal?.code === 'NETWORK'
        if (isRetried && mutation.tries > 0) await reset(mutation)
      }
      await queue.flush()
    },
    flush: queue.flush,
  }
}
