import { isApiError, type ApiError } from './api-error.ts'
import type { Drawer } from './device-db.ts'

/** Something done on this device that the server is to hear of, sooner or later, once. */
export interface Deed {
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
export const keyOf = ({ id, key = id }: Pick<Deed, 'id' | 'key'>): string => key

/** What whoever does something says of it. */
export type Given = Pick<Deed, 'subject' | 'kind' | 'payload' | 'stays' | 'path'>

/** What came of a deed at once: the server's answer, or nothing yet. */
export type Outcome = { sent: true; result: unknown } | { sent: false }

export interface OutboxDeps {
  drawer: Drawer<Deed>
  /** Sends one deed. Throws ApiError when it is refused or no answer comes. */
  send: (deed: Deed) => Promise<unknown>
  user: () => string | undefined
  online: () => boolean
  now: () => Date
  newId: () => string
  later: (run: () => void, milliseconds: number) => void
  /** Lets one tab at a time send. */
  alone: (run: () => Promise<void>) => Promise<void>
}

/** How long after each failed try the next one follows; after the last somebody has to look (domain §18 Offline). */
export const pauses = [2_000, 10_000, 30_000]

/** So long somebody is kept waiting for the server's word on what they did. */
export const PATIENCE = 6_000

const order = (a: Deed, b: Deed) => a.occurredAt.localeCompare(b.occurredAt) || a.id.localeCompare(b.id)

/** Worth another try, as opposed to a refusal. */
export const isPassing = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status >= 500 || error.status === 429)

/** The session is over: the deed waits for the next one. */
export const isSignedOut = (error: unknown): boolean => isApiError(error) && error.status === 401

const refusalOf = (error: unknown) => {
  const { code, message, details } = error as ApiError
  return { code, message, ...(details && { details }) }
}

const anew = ({ refusal: _, after: __, ...deed }: Deed): Deed => ({ ...deed, tries: 0, state: 'waiting' })

/**
 * Keeps what was done without a connection and sends it in order, each once. What is refused on the spot is thrown to
 * whoever did it; what is refused later stays and needs review, and holds back what was done after it on the same thing.
 */
export function createOutbox(deps: OutboxDeps) {
  let deeds: readonly Deed[] = []
  let line = Promise.resolve()
  const listeners = new Set<() => void>()
  const firsts = new Map<string, { resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }>()
  const heard = new Set<(deed: Deed, result: unknown) => void>()

  const show = (next: readonly Deed[]) => {
    deeds = [...next].sort(order)
    listeners.forEach((listener) => listener())
  }
  const keep = async (deed: Deed) => {
    show([...deeds.filter(({ id }) => id !== deed.id), deed])
    await deps.drawer.put(deed)
  }
  const drop = async (id: string) => {
    show(deeds.filter((deed) => deed.id !== id))
    await deps.drawer.remove(id)
  }
  const read = async () => {
    const user = deps.user()
    show((await deps.drawer.all()).filter((deed) => deed.user === user))
  }
  const answerFirst = (id: string, outcome: Outcome) => {
    firsts.get(id)?.resolve(outcome)
    firsts.delete(id)
  }

  /** Whether what comes after it on the same thing may go. */
  async function attempt(deed: Deed): Promise<boolean> {
    try {
      const result = await deps.send(deed)
      await drop(deed.id)
      heard.forEach((listener) => listener(deed, result))
      answerFirst(deed.id, { sent: true, result })
      return true
    } catch (error) {
      return failed(deed, error)
    }
  }

  async function failed(deed: Deed, error: unknown): Promise<boolean> {
    const first = firsts.get(deed.id)
    // Given up, or followed by another one, while it was on its way.
    if (!deeds.some(({ id }) => id === deed.id)) {
      answerFirst(deed.id, { sent: false })
      return true
    }
    if (!isPassing(error) && !isSignedOut(error) && first) {
      // Whoever did it stands before the screen: they are told, and nothing is kept but what is nowhere else.
      firsts.delete(deed.id)
      if (deed.stays) await keep({ ...deed, key: deps.newId(), state: 'review', refusal: refusalOf(error) })
      else await drop(deed.id)
      first.reject(error)
      return !deed.stays
    }
    if (isSignedOut(error) || !deps.online()) {
      answerFirst(deed.id, { sent: false })
      return false
    }
    const tries = deed.tries + 1
    const wait = isPassing(error) ? pauses[tries - 1] : undefined
    if (wait === undefined) {
      const key = isPassing(error) ? {} : { key: deps.newId() }
      await keep({ ...deed, ...key, tries, state: 'review', refusal: refusalOf(error) })
    } else {
      await keep({ ...deed, tries, after: new Date(deps.now().getTime() + wait).toISOString() })
      deps.later(() => void flush(), wait)
    }
    answerFirst(deed.id, { sent: false })
    return false
  }

  function made(given: Given): Deed {
    const user = deps.user()
    if (!user) throw new Error('Nobody is signed in')
    return { ...given, id: deps.newId(), user, occurredAt: deps.now().toISOString(), tries: 0, state: 'waiting' }
  }

  const isResting = ({ after }: Deed) => after !== undefined && Date.parse(after) > deps.now().getTime()

  async function pass(): Promise<void> {
    await read()
    const held = new Set<string>()
    for (;;) {
      const next = deeds.find(({ subject }) => !held.has(subject))
      if (!next) return
      const mayGo = next.state === 'waiting' && deps.online() && !isResting(next)
      if (!mayGo || !(await attempt(next))) {
        held.add(next.subject)
        for (const { id, subject } of deeds) if (subject === next.subject) answerFirst(id, { sent: false })
      }
    }
  }

  /** Sends what can be sent. */
  function flush(): Promise<void> {
    line = line.then(() => deps.alone(pass))
    return line
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get: () => deeds,
    /** Tells of each deed the server has taken. */
    onSent: (listener: (deed: Deed, result: unknown) => void) => {
      heard.add(listener)
      return () => void heard.delete(listener)
    },
    /**
     * Does something, in place of what was done before where that is named: sent now when there is a connection, else
     * kept. Throws what the server refuses at once.
     */
    async add(given: Given, insteadOf: readonly string[] = []): Promise<Outcome> {
      const deed = made(given)
      // At once: nobody looks in between and finds neither.
      show([...deeds.filter(({ id }) => !insteadOf.includes(id)), deed])
      await deps.drawer.put(deed)
      for (const id of insteadOf) await deps.drawer.remove(id)
      const outcome = new Promise<Outcome>((resolve, reject) => firsts.set(deed.id, { resolve, reject }))
      void flush()
      // A photo may be on its way before it: nobody has to watch that.
      deps.later(() => answerFirst(deed.id, { sent: false }), PATIENCE)
      return outcome
    },
    /** Keeps for review what the server has refused already. */
    async shelve(given: Given, error: unknown): Promise<void> {
      await keep({ ...made(given), state: 'review', refusal: refusalOf(error) })
    },
    /** Changes what a deed carries that needs review: nothing else is sending it meanwhile. */
    async amend(id: string, payload: Deed['payload']): Promise<void> {
      const deed = deeds.find((candidate) => candidate.id === id && candidate.state === 'review')
      if (deed) await keep({ ...deed, payload })
    },
    /** Looks into the drawer, and sends nothing. */
    read,
    /** Tries again what needs review, with another payload where one is given. */
    async retry(id: string, payload?: Deed['payload']): Promise<void> {
      const deed = deeds.find((candidate) => candidate.id === id)
      if (!deed) return
      await keep(anew({ ...deed, ...(payload && { payload }) }))
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
      for (const deed of deeds) {
        if (deed.state === 'waiting' || deed.refusal?.code === 'NETWORK') {
          if (deed.tries > 0) await keep(anew(deed))
        }
      }
      await flush()
    },
    flush,
  }
}
