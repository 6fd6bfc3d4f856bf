import { isApiError, type ApiError } from '../http/api-error.ts'
import type { KeyValueStore } from './key-value-store.ts'

/** Something done on this device that the server is to hear of, sooner or later, once. */
export interface QueuedMutation {
  /** Also the Idempotency-Key, unless it has a `key`: a repeated send answers with its first result. */
  id: string
  /** The Idempotency-Key once the server has refused the deed: under the old one it would repeat its refusal. */
  key?: string
  user: string
  /** Deeds on one thing are sent one after the other, in their order. */
  subject: string
  kind: string
  payload: Record<string, unknown>
  /** Where somebody looks at it when it did not go through; where its subject stands, unless given. */
  path?: string
  /** When it was done, on the clock of this device. */
  occurredAt: string
  tries: number
  /** Not to be tried again before. */
  after?: string
  state: 'waiting' | 'review'
  /** Kept for review even where it is refused to somebody's face: what it carries is nowhere else. */
  stays?: boolean
  /** Why it needs a look. */
  refusal?: { code: string; message: string; details?: Readonly<Record<string, unknown>> }
}

/** What a deed is called when it is sent: the server does it once under the same name. */
export const keyOf = ({ id, key = id }: Pick<QueuedMutation, 'id' | 'key'>): string => key

/** What whoever does something says of it. */
export type NewMutation = Pick<QueuedMutation, 'subject' | 'kind' | 'payload' | 'stays' | 'path'>

/** What came of a deed at once: the server's answer, or nothing yet. */
export type MutationOutcome = { sent: true; result: unknown } | { sent: false }

export interface OfflineQueueDeps {
  store: KeyValueStore<QueuedMutation>
  /** Sends one deed. Throws ApiError when it is refused or no answer comes. */
  send: (mutation: QueuedMutation) => Promise<unknown>
  user: () => string | undefined
  online: () => boolean
  now: () => Date
  newId: () => string
  schedule: (run: () => void, milliseconds: number) => void
  /** Lets one tab at a time send. */
  withTabLock: (run: () => Promise<void>) => Promise<void>
}

/** How long after each failed try the next one follows; after the last somebody has to look. */
export const RETRY_DELAYS_MS = [2_000, 10_000, 30_000]

/** So long somebody is kept waiting for the server's word on what they did. */
export const ANSWER_TIMEOUT_MS = 6_000

const byOccurrence = (a: QueuedMutation, b: QueuedMutation) =>
  a.occurredAt.localeCompare(b.occurredAt) || a.id.localeCompare(b.id)

/** Worth another try, as opposed to a refusal. */
export const isRetryable = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status >= 500 || error.status === 429)

/** The session is over: the deed waits for the next one. */
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
 * Keeps what was done without a connection and sends it in order, each once. What is refused on the spot is thrown to
 * whoever did it; what is refused later stays and needs review, and holds back what was done after it on the same thing.
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

  /** Whether what comes after it on the same thing may go. */
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
    // Given up, or followed by another one, while it was on its way.
    if (!mutations.some(({ id }) => id === mutation.id)) {
      answerFirst(mutation.id, { sent: false })
      return true
    }
    if (!isRetryable(error) && !isSessionEnded(error) && first) {
      // Whoever did it stands before the screen: they are told, and nothing is kept but what is nowhere else.
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
    if (!user) throw new Error('Nobody is signed in')
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
    /** Tells of each deed the server has taken. */
    onSent: (listener: (mutation: QueuedMutation, result: unknown) => void) => {
      heard.add(listener)
      return () => void heard.delete(listener)
    },
    /**
     * Does something, in place of what was done before where that is named: sent now when there is a connection, else
     * kept. Throws what the server refuses at once.
     */
    async add(given: NewMutation, insteadOf: readonly string[] = []): Promise<MutationOutcome> {
      const mutation = made(given)
      // At once: nobody looks in between and finds neither.
      show([...mutations.filter(({ id }) => !insteadOf.includes(id)), mutation])
      await deps.store.put(mutation)
      for (const id of insteadOf) await deps.store.remove(id)
      const outcome = new Promise<MutationOutcome>((resolve, reject) => firsts.set(mutation.id, { resolve, reject }))
      void flush()
      // A photo may be on its way before it: nobody has to watch that.
      deps.schedule(() => answerFirst(mutation.id, { sent: false }), ANSWER_TIMEOUT_MS)
      return outcome
    },
    /** Keeps for review what the server has refused already. */
    async shelve(given: NewMutation, error: unknown): Promise<void> {
      await keep({ ...made(given), state: 'review', refusal: errorSummaryOf(error) })
    },
    /** Changes what a deed carries that needs review: nothing else is sending it meanwhile. */
    async amend(id: string, payload: QueuedMutation['payload']): Promise<void> {
      const mutation = mutations.find((candidate) => candidate.id === id && candidate.state === 'review')
      if (mutation) await keep({ ...mutation, payload })
    },
    /** Looks into the drawer, and sends nothing. */
    read,
    /** Tries again what needs review, with another payload where one is given. */
    async retry(id: string, payload?: QueuedMutation['payload']): Promise<void> {
      const mutation = mutations.find((candidate) => candidate.id === id)
      if (!mutation) return
      await keep(resetRetries({ ...mutation, ...(payload && { payload }) }))
      await flush()
    },
    /** Gives a deed up; what was held back behind it goes on. */
    async discard(id: string): Promise<void> {
      await drop(id)
      await flush()
    },
    /** After a connection has come back: what only failed for want of one is tried again. */
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
