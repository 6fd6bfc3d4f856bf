import { describe, expect, it } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { createMemoryStore } from './key-value-store.ts'
import {
  createMutationQueue,
  idempotencyKeyOf,
  ANSWER_TIMEOUT_MS,
  RETRY_DELAYS_MS,
  type QueuedMutation,
} from './mutation-queue.ts'

const refused = (
  status: number,
  code: 'NETWORK' | 'INVALID_TRANSITION' | 'INTERNAL' | 'TOKEN_EXPIRED' | 'IDEMPOTENCY_IN_PROGRESS' | 'UNREADABLE',
) => new ApiError({ status, code: code as 'NETWORK', message: `refused: ${code}` })

function createScenario(store = createMemoryStore<QueuedMutation>()) {
  const sent: string[] = []
  const keys: string[] = []
  const waits: { run: () => void; milliseconds: number }[] = []
  const answerTimers: typeof waits = []
  const failures: unknown[] = []
  const state = { online: true, answer: undefined as ((mutation: QueuedMutation) => unknown) | undefined, at: 0 }
  const outbox = createMutationQueue({
    store,
    send: async (mutation) => {
      keys.push(idempotencyKeyOf(mutation))
      const result = await state.answer?.(mutation)
      if (result instanceof Error) throw result
      sent.push(`${mutation.subject} ${mutation.kind}`)
      return result
    },
    user: () => 'usr_1',
    online: () => state.online,
    now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, state.at++)),
    newId: () => `key-${state.at}`,
    schedule: (run, milliseconds) =>
      void (milliseconds === ANSWER_TIMEOUT_MS ? answerTimers : waits).push({ run, milliseconds }),
    withTabLock: (run) => run(),
    storeFailed: (error) => failures.push(error),
  })
  const addAction = (subject: string, kind: string) => outbox.add({ subject, kind, payload: {} })
  return { outbox, sent, keys, waits, answerTimers, state, addAction, store }
}

describe('the offline queue', () => {
  it('sends at once when connected', async () => {
    const { sent, state, addAction, outbox } = createScenario()
    state.answer = () => 'taken'
    expect(await addAction('bkg_1', 'arrive')).toEqual({ sent: true, result: 'taken' })
    expect(sent).toEqual(['bkg_1 arrive'])
    expect(outbox.get()).toEqual([])
  })

  it('stores mutations offline and sends them in order, once, after reconnecting', async () => {
    const { outbox, sent, state, addAction } = createScenario()
    state.online = false
    expect(await addAction('bkg_1', 'arrive')).toEqual({ sent: false })
    expect(await addAction('bkg_2', 'arrive')).toEqual({ sent: false })
    expect(await addAction('bkg_1', 'start')).toEqual({ sent: false })
    expect(sent).toEqual([])
    state.online = true
    await Promise.all([outbox.resume(), outbox.resume()])
    expect(sent).toEqual(['bkg_1 arrive', 'bkg_2 arrive', 'bkg_1 start'])
  })

  it('sends in the order of writing, although the clock of the device goes back', async () => {
    const { outbox, sent, state, addAction } = createScenario()
    state.online = false
    state.at = 10
    await addAction('bkg_1', 'arrive')
    state.at = 5
    await addAction('bkg_1', 'start')
    state.online = true
    await outbox.resume()
    expect(sent).toEqual(['bkg_1 arrive', 'bkg_1 start'])
  })

  it('survives leaving the page', async () => {
    const first = createScenario()
    first.state.online = false
    await first.addAction('bkg_1', 'arrive')
    const second = createScenario(first.store)
    await second.outbox.resume()
    expect(second.sent).toEqual(['bkg_1 arrive'])
    expect(await first.store.all()).toEqual([])
  })

  it('is private to its user', async () => {
    const first = createScenario()
    await first.store.put({
      id: 'x',
      user: 'usr_2',
      subject: 'bkg_9',
      kind: 'start',
      payload: {},
      occurredAt: '2026-01-01T00:00:00.000Z',
      tries: 0,
      state: 'waiting',
    })
    await first.outbox.resume()
    expect(first.sent).toEqual([])
    expect(await first.store.all()).toHaveLength(1)
  })

  it('throws a refusal while the user waits, and stores nothing', async () => {
    const { outbox, state, addAction } = createScenario()
    state.answer = () => refused(409, 'INVALID_TRANSITION')
    await expect(addAction('bkg_1', 'start')).rejects.toMatchObject({ code: 'INVALID_TRANSITION' })
    expect(outbox.get()).toEqual([])
  })

  it('stores a refused mutation for review when its payload exists nowhere else', async () => {
    const { outbox, state, store, sent } = createScenario()
    state.answer = () => refused(409, 'INVALID_TRANSITION')
    const only = outbox.add({ subject: 'new-1', kind: 'begin', payload: { text: 'Pump' }, stays: true })
    await expect(only).rejects.toMatchObject({ code: 'INVALID_TRANSITION' })
    const [mutation] = await store.all()
    expect(mutation).toMatchObject({
      state: 'review',
      refusal: { code: 'INVALID_TRANSITION' },
      payload: { text: 'Pump' },
    })
    await outbox.amend(String(mutation?.id), { text: 'Pump and tank' })
    expect(await store.all()).toMatchObject([{ state: 'review', payload: { text: 'Pump and tank' } }])
    state.answer = undefined
    await outbox.retry(String(mutation?.id))
    expect(sent).toEqual(['new-1 begin'])
    expect(await store.all()).toEqual([])
  })

  it('replaces mutations atomically', async () => {
    const { outbox, state, sent, store, addAction } = createScenario()
    state.online = false
    await addAction('new-1', 'first')
    const [first] = outbox.get()
    const seen: string[][] = []
    outbox.subscribe(() => seen.push(outbox.get().map(({ kind }) => kind)))
    await outbox.add({ subject: 'new-1', kind: 'second', payload: {} }, [String(first?.id)])
    expect(seen.every((kinds) => kinds.length === 1)).toBe(true)
    expect((await store.all()).map(({ kind }) => kind)).toEqual(['second'])
    state.online = true
    await outbox.resume()
    expect(sent).toEqual(['new-1 second'])
  })

  it('does not restore a failed mutation that was replaced', async () => {
    const { outbox, state, sent, addAction } = createScenario()
    let fail: (error: unknown) => void = () => undefined
    state.answer = ({ kind }) => (kind === 'first' ? new Promise((_, reject) => (fail = reject)) : 'taken')
    const first = addAction('new-1', 'first')
    await expect.poll(() => outbox.get().length).toBe(1)
    const before = outbox.get().map(({ id }) => id)
    await expect.poll(() => fail.length).toBe(1)
    const second = outbox.add({ subject: 'new-1', kind: 'second', payload: {} }, before)
    fail(refused(0, 'NETWORK'))
    expect(await first).toEqual({ sent: false })
    expect(await second).toEqual({ sent: true, result: 'taken' })
    expect(sent).toEqual(['new-1 second'])
    expect(outbox.get()).toEqual([])
  })

  it('stores an already refused mutation for review', async () => {
    const { outbox, sent } = createScenario()
    await outbox.shelve({ subject: 'off_1', kind: 'draft', payload: {} }, refused(409, 'INVALID_TRANSITION'))
    await outbox.resume()
    expect(outbox.get()).toMatchObject([{ state: 'review', refusal: { message: 'refused: INVALID_TRANSITION' } }])
    expect(sent).toEqual([])
  })

  it('keeps a later refusal for review, and blocks later mutations of the same subject', async () => {
    const { outbox, sent, state, addAction } = createScenario()
    state.online = false
    await addAction('bkg_1', 'start')
    await addAction('bkg_1', 'complete')
    await addAction('bkg_2', 'start')
    state.online = true
    state.answer = ({ subject, kind }) =>
      subject === 'bkg_1' && kind === 'start' ? refused(409, 'INVALID_TRANSITION') : null
    await outbox.resume()
    expect(sent).toEqual(['bkg_2 start'])
    expect(outbox.get().map(({ kind, state }) => `${kind} ${state}`)).toEqual(['start review', 'complete waiting'])
    await outbox.discard(outbox.get()[0]?.id ?? '')
    expect(sent).toEqual(['bkg_2 start', 'bkg_1 complete'])
  })

  it('retries three times with increasing delays under the same key, then needs review', async () => {
    const { outbox, keys, waits, state, addAction } = createScenario()
    state.answer = () => refused(503, 'INTERNAL')
    expect(await addAction('bkg_1', 'start')).toEqual({ sent: false })
    for (let index = 0; index < RETRY_DELAYS_MS.length; index += 1) {
      expect(waits.map(({ milliseconds }) => milliseconds)).toEqual(RETRY_DELAYS_MS.slice(0, index + 1))
      await outbox.flush()
      state.at += 60
      waits[index]?.run()
      await outbox.flush()
    }
    expect(new Set(keys).size).toBe(1)
    expect(outbox.get()[0]).toMatchObject({ state: 'review', refusal: { code: 'INTERNAL' } })
    state.answer = () => 'taken'
    await outbox.retry(outbox.get()[0]?.id ?? '')
    expect(outbox.get()).toEqual([])
  })

  it.each([
    ['the server is still busy with the attempt whose response was lost', 409, 'IDEMPOTENCY_IN_PROGRESS'],
    ['something between answers for the server', 403, 'UNREADABLE'],
  ] as const)('repeats under the same key while %s', async (_, status, code) => {
    const { outbox, state, waits, sent, keys, addAction } = createScenario()
    state.answer = () => refused(0, 'NETWORK')
    expect(await addAction('bkg_1', 'note')).toEqual({ sent: false })
    state.answer = () => refused(status, code)
    const runTimer = async () => {
      state.at += 60
      waits.shift()?.run()
      await outbox.flush()
    }
    await runTimer()
    expect(outbox.get()).toMatchObject([{ state: 'waiting' }])
    state.answer = () => 'taken'
    await runTimer()
    expect(sent).toEqual(['bkg_1 note'])
    expect(new Set(keys).size).toBe(1)
  })

  it('keeps what could not be sent because the code for it was not loaded', async () => {
    const { outbox, state, waits, sent, addAction } = createScenario()
    state.answer = () => new TypeError('Failed to fetch dynamically imported module')
    expect(await addAction('bkg_1', 'photo')).toEqual({ sent: false })
    state.answer = () => 'taken'
    state.at += 60
    waits.shift()?.run()
    await outbox.flush()
    expect(sent).toEqual(['bkg_1 photo'])
  })

  it('does not make the user wait for a slow upload', async () => {
    const { outbox, answerTimers, state, addAction } = createScenario()
    let arrived = (_: unknown): void => undefined
    state.answer = ({ kind }) => (kind === 'photo' ? new Promise((resolve) => (arrived = resolve)) : 'taken')
    const photo = addAction('bkg_1', 'photo')
    const note = addAction('bkg_1', 'note')
    await Promise.resolve()
    await new Promise((resolve) => setTimeout(resolve))
    for (const { run } of answerTimers) run()
    expect(await Promise.all([photo, note])).toEqual([{ sent: false }, { sent: false }])
    arrived('taken')
    await outbox.flush()
    expect(outbox.get()).toEqual([])
  })

  it('uses a new key after a refusal, with the payload and original time', async () => {
    const { outbox, state, sent, keys, addAction } = createScenario()
    state.online = false
    await addAction('bkg_1', 'start')
    const [kept] = outbox.get()
    state.online = true
    const details = { title: 'Fix the kitchen tap', count: 1 }
    const message = 'Another job is in progress.'
    state.answer = () => new ApiError({ status: 409, code: 'JOB_IN_PROGRESS', message, details })
    await outbox.resume()
    const refusal = { code: 'JOB_IN_PROGRESS', message, details }
    expect(outbox.get()).toMatchObject([{ id: kept?.id, state: 'review', refusal }])
    let payload: unknown
    state.answer = (mutation) => void (payload = mutation.payload)
    await outbox.retry(String(kept?.id), { otherJob: 'PAUSE' })
    expect([sent, payload]).toEqual([['bkg_1 start'], { otherJob: 'PAUSE' }])
    // The server repeats a refusal for the same key.
    expect(new Set(keys).size).toBe(2)
    expect(outbox.get()).toEqual([])
  })

  it('waits for the next session when this one has ended', async () => {
    const { outbox, state, addAction } = createScenario()
    state.answer = () => refused(401, 'TOKEN_EXPIRED')
    expect(await addAction('bkg_1', 'start')).toEqual({ sent: false })
    expect(outbox.get()[0]).toMatchObject({ state: 'waiting', tries: 0 })
  })
})
