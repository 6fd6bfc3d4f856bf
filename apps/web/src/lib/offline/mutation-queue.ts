import { isApiError, type ApiError } from '../http/api-error.ts'
import type { KeyValueStore } from './key-value-store.ts'

/** A change made on this device that is sent to the server once, now or later. */
export interface QueuedMutation {
  /** Also the Idempotency-Key, unless it has a `key`: a repeated send returns the first result. */
  id: string
  /** Idempotency-Key after a refusal: with the old one the server would repeat it. */
  key?: string
  user: string
  /** Mutations of the same subject are sent one after the other, in order. */
  subject: string
  kind: string
  payload: Record<string, unknown>
  /** Address to show when it fails; by default that of its subject. */
  path?: string
  /** When it was made, by this device's clock. */
  occurredAt: string
  tries: number
  /** Not retried before this time. */
  after?: string
  state: 'waiting' | 'review'
  /** Kept for review even after an immediate refusal, because its payload exists nowhere else. */
  stays?: boolean
  /** Why it needs review. */
  refusal?: { code: string; message: string; details?: Readonly<Record<string, unknown>> }
}

/** Idempotency-Key of a mutation. */
export const keyOf = ({ id, key = id }: Pick<QueuedMutation, 'id' | 'key'>): string => key

/** Input of `add`. */
export type NewMutation = Pick<QueuedMutation, 'subject' | 'kind' | 'payload' | 'stays' | 'path'>

/** Immediate result of a mutation: the response, or none yet. */
export type MutationOutcome = { sent: true; result: unknown } | { sent: false }

export interface OfflineQueueDeps {
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
}

/** Delays of the retries; after the last one the mutation needs review. */
export const RETRY_DELAYS_MS = [2_000, 10_000, 30_000]

/** How long the user waits for the server's response to their action. */
export const ANSWER_TIMEOUT_MS = 6_000

const byOccurrence = (a: QueuedMutation, b: QueuedMutation) =>
  a.occurredAt.localeCompare(b.occurredAt) || a.id.localeCompare(b.id)

/** Whether an error is worth a retry, as opposed to a refusal. */
export const isRetryable = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status >= 500 || error.status === 429)

/** The session has ended: the mutation waits for the next one. */
export const isSessionEnded = (error: unknown): boolean => isApiError(error) && error.status === 401

const errorSummaryOf = (error: unknown) => {
  const { code, message, details } = error as ApiError
  return { code, message, ...(details && { details }) }
}

const resetRetries = ({ refusal: _, after: __, ...mutation }: QueuedMutation): QueuedMutation => ({
  ...mutation,
  tries: 0,
  state: 'waiting',
})

/**
 * Queue of changes, sent in order, each once. A refusal while the user waits is thrown; a later refusal is kept for
 * review and blocks later mutations of the same subject.
 */
export function createOfflineQueue(deps: OfflineQueueDeps) {
  let mutations: readonly QueuedMutation[] = []
  let line = Promise.resolve()
  const listeners = new Set<() => void>()
  const firsts = new Map<string, { resolve: (outcome: MutationOutcome) => void; reject: (error: unknown) => void }>()
  const heard = new Set<(mutation: QueuedMutation, result: unknown) => void>()

  const show = (next: readonly QueuedMutation[]) => {
    mutations = [...next].sort(byOccurrence)
    listeners.forEach((listener) => listener())
  }
  const keep = async (mutation: QueuedMutation) => {
    show([...mutations.filter(({ id }) => id !== mutation.id), mutation])
    await deps.store.put(mutation)
  }
  const drop = async (id: string) => {
    show(mutations.filter((mutation) => mutation.id !== id))
    await deps.store.remove(id)
  }
  const read = async () => {
    const user = deps.user()
    show((await deps.store.all()).filter((mutation) => mutation.user === user))
  }
  const answerFirst = (id: string, outcome: MutationOutcome) => {
    firsts.get(id)?.resolve(outcome)
    firsts.delete(id)
  }

  /** Resolves to whether the next mutation of the same subject may be sent. */
  async function attempt(mutation: QueuedMutation): Promise<boolean> {
    try {
      const result = await deps.send(mutation)
      await drop(mutation.id)
      heard.forEach((listener) => listener(mutation, result))
      answerFirst(mutation.id, { sent: true, result })
      return true
    } catch (error) {
      return failed(mutation, error)
    }
  }

  async function failed(mutation: QueuedMutation, error: unknown): Promise<boolean> {
    const first = firsts.get(mutation.id)
    // Discarded or replaced while it was being sent.
    if (!mutations.some(({ id }) => id === mutation.id)) {
      answerFirst(mutation.id, { sent: false })
      return true
    }
    if (!isRetryable(error) && !isSessionEnded(error) && first) {
      // The user is waiting: throw the refusal, and keep the mutation only if its payload exists nowhere else.
      firsts.delete(mutation.id)
      if (mutation.stays)
        await keep({ ...mutation, key: deps.newId(), state: 'review', refusal: errorSummaryOf(error) })
      else await drop(mutation.id)
      first.reject(error)
      return !mutation.stays
    }
    if (isSessionEnded(error) || !deps.online()) {
      answerFirst(mutation.id, { sent: false })
      return false
    }
    const tries = mutation.tries + 1
    const wait = isRetryable(error) ? RETRY_DELAYS_MS[tries - 1] : undefined
    if (wait === undefined) {
      const key = isRetryable(error) ? {} : { key: deps.newId() }
      await keep({ ...mutation, ...key, tries, state: 'review', refusal: errorSummaryOf(error) })
    } else {
      await keep({ ...mutation, tries, after: new Date(deps.now().getTime() + wait).toISOString() })
      deps.schedule(() => void flush(), wait)
    }
    answerFirst(mutation.id, { sent: false })
    return false
  }

  function made(given: NewMutation): QueuedMutation {
    const user = deps.user()
    if (!user) throw new Error('The offline queue has no owner: nobody is signed in')
    return { ...given, id: deps.newId(), user, occurredAt: deps.now().toISOString(), tries: 0, state: 'waiting' }
  }

  const isResting = ({ after }: QueuedMutation) => after !== undefined && Date.parse(after) > deps.now().getTime()

  async function pass(): Promise<void> {
    await read()
    const held = new Set<string>()
    for (;;) {
      const next = mutations.find(({ subject }) => !held.has(subject))
      if (!next) return
      const mayGo = next.state === 'waiting' && deps.online() && !isResting(next)
      if (!mayGo || !(await attempt(next))) {
        held.add(next.subject)
        for (const { id, subject } of mutations) if (subject === next.subject) answerFirst(id, { sent: false })
      }
    }
  }

  /** Sends what can be sent. */
  function flush(): Promise<void> {
    line = line.then(() => deps.withTabLock(pass))
    return line
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get: () => mutations,
    /** Calls the listener for each mutation the server has accepted. */
    onSent: (listener: (mutation: QueuedMutation, result: unknown) => void) => {
      heard.add(listener)
      return () => void heard.delete(listener)
    },
    /**
     * Adds a mutation, replacing others where named: sent now when connected, else stored. Throws an immediate refusal.
     */
    async add(given: NewMutation, insteadOf: readonly string[] = []): Promise<MutationOutcome> {
      const mutation = made(given)
      // In one step, so that no observer sees neither.
      show([...mutations.filter(({ id }) => !insteadOf.includes(id)), mutation])
      await deps.store.put(mutation)
      for (const id of insteadOf) await deps.store.remove(id)
      const outcome = new Promise<MutationOutcome>((resolve, reject) => firsts.set(mutation.id, { resolve, reject }))
      void flush()
      // Earlier uploads may delay it; the user need not wait for them.
      deps.schedule(() => answerFirst(mutation.id, { sent: false }), ANSWER_TIMEOUT_MS)
      return outcome
    },
    /** Stores a mutation that was already refused, for review. */
    async shelve(given: NewMutation, error: unknown): Promise<void> {
      await keep({ ...made(given), state: 'review', refusal: errorSummaryOf(error) })
    },
    /** Changes the payload of a mutation that needs review. */
    async amend(id: string, payload: QueuedMutation['payload']): Promise<void> {
      const mutation = mutations.find((candidate) => candidate.id === id && candidate.state === 'review')
      if (mutation) await keep({ ...mutation, payload })
    },
    /** Reads the store without sending. */
    read,
    /** Retries a mutation that needs review, with another payload if given. */
    async retry(id: string, payload?: QueuedMutation['payload']): Promise<void> {
      const mutation = mutations.find((candidate) => candidate.id === id)
      if (!mutation) return
      await keep(resetRetries({ ...mutation, ...(payload && { payload }) }))
      await flush()
    },
    /** Discards a mutation; those blocked by it are sent. */
    async discard(id: string): Promise<void> {
      await drop(id)
      await flush()
    },
    /** Retries mutations that failed only for lack of a connection. */
    async resume(): Promise<void> {
      await read()
      for (const mutation of mutations) {
        if (mutation.state === 'waiting' || mutation.refusal?.code === 'NETWORK') {
          if (mutation.tries > 0) await keep(resetRetries(mutation))
        }
      }
      await flush()
    },
    flush,
  }
}
