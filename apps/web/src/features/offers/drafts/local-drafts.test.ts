import { OfferDraft } from '@fettle/protocol/offers/content'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/http/api-error.ts'
import { createMemoryStore } from '../../../lib/offline/key-value-store.ts'
import { createMutationQueue, type QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import * as apiModule from '../../../lib/http/api.ts'
import * as deviceQueueModule from '../../../lib/offline/device-queue.ts'
import { SAVE_DRAFT_MUTATION as SAVE_DRAFT } from './draft-mutation.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'

/** Fake server of one customer: idempotent creation, versioned drafts. */
const server = {
  keys: new Map<string, string>(),
  offers: new Map<string, { version: number; content: unknown }>(),
  calls: [] as string[],
  failing: [] as (() => never)[],
  lost: [] as string[],
}
const view = (id: string) => ({ id, status: 'DRAFT', draftRevision: { ...server.offers.get(id) } })
const refuse = (status: number, code: string, details = {}) => {
  throw new ApiError({ status, code: code as 'NETWORK', message: `refused: ${code}`, details })
}
interface Input {
  params?: { id: string }
  body?: { customerId?: string; version?: number; content?: unknown }
}
replaceExports(apiModule, {
  call: async ({ name }: { name: string }, input: Input, options: { idempotencyKey?: string } = {}) => {
    server.calls.push(name)
    server.failing.shift()?.()
    const answer = serve(name, input, options.idempotencyKey ?? '')
    // The call succeeds, but its response is lost.
    if (server.lost[0] === name) refuse(0, String(server.lost.shift()) && 'NETWORK')
    return answer
  },
})
function serve(name: string, { params, body }: Input, key: string) {
  if (name === 'offers.create') {
    if (body?.customerId !== 'cus_1') refuse(404, 'NOT_FOUND')
    if (!server.keys.has(key)) {
      server.keys.set(key, `off_${server.keys.size + 1}`)
      server.offers.set(String(server.keys.get(key)), { version: 1, content: z.parse(OfferDraft, {}) })
    }
    return view(String(server.keys.get(key)))
  }
  const id = String(params?.id)
  const current = server.offers.get(id)
  if (!current) return refuse(404, 'NOT_FOUND')
  if (name === 'offers.saveDraft') {
    if (body?.version !== current.version) refuse(409, 'VERSION_CONFLICT', { current: { ...current } })
    server.offers.set(id, { version: current.version + 1, content: body?.content })
  }
  return view(id)
}

const device = { online: true, outbox: undefined as unknown, senders: new Map<string, unknown>() }
replaceExports(deviceQueueModule, {
  registerSender: (kinds: string[], send: unknown) => kinds.forEach((kind) => device.senders.set(kind, send)),
  get offlineQueue() {
    return device.outbox
  },
})
const drafts = await import('./local-drafts.ts')

let outbox: ReturnType<typeof createMutationQueue>
let store: ReturnType<typeof createMemoryStore<QueuedMutation>>
let client: QueryClient
let at = 0

/** Opens a fresh page with the stored data of the device. */
function open() {
  outbox = createMutationQueue({
    store,
    send: (mutation) => (device.senders.get(mutation.kind) as (mutation: QueuedMutation) => Promise<unknown>)(mutation),
    user: () => 'usr_1',
    online: () => device.online,
    now: () => new Date(Date.UTC(2026, 10, 22, 8, 0, (at += 1))),
    newId: () => `deed-${String((at += 1)).padStart(4, '0')}`,
    schedule: () => undefined,
    withTabLock: (run) => run(),
    storeFailed: (error) => expect(error).toBeUndefined(),
  })
  device.outbox = outbox
  client = new QueryClient()
  drafts.registerLocalOfferSender(client)
}

const draft = (title: string): OfferDraft => z.parse(OfferDraft, { title })
const written = (content: OfferDraft) => ({ content, totals: calculateOffer(content) })
const titles = () => [...server.offers.values()].map(({ content }) => (content as OfferDraft).title)
const ngozi = { id: 'cus_1', name: 'Ngozi Eze', avatar: null, timeZone: 'Africa/Lagos' }
const start = (customer = ngozi, content?: OfferDraft) =>
  drafts.createLocalOffer({ customer, currency: 'NGN' }, content && written(content), new Date('2026-11-22T08:00:00Z'))

beforeEach(() => {
  server.keys.clear()
  server.offers.clear()
  server.calls = []
  server.failing = []
  server.lost = []
  device.online = true
  store = createMemoryStore<QueuedMutation>()
  open()
})

describe('an offer created on this device', () => {
  it('is created at once when online, with its template', async () => {
    const { id, outcome } = await start(ngozi, draft('From a template'))
    expect(outcome).toMatchObject({ sent: true, result: { id: 'off_1' } })
    expect(titles()).toEqual(['From a template'])
    expect(drafts.serverIdOf(id)).toBe('off_1')
    expect(client.getQueryData(drafts.serverIdKey(id))).toBe('off_1')
    expect(await store.all()).toEqual([])
  })

  it('is edited offline across a reload, and created once after reconnecting', async () => {
    device.online = false
    const { id } = await start()
    await drafts.saveLocalOffer(id, written(draft('Pump')))
    open()
    await outbox.read()
    const [mutation] = drafts.localOffersIn(outbox.get())
    expect(mutation && drafts.localOfferDetails(mutation)).toMatchObject({
      id,
      title: 'Pump',
      status: 'DRAFT',
      customer: { name: 'Ngozi Eze' },
      allowedActions: ['draft', 'remove'],
    })
    await drafts.saveLocalOffer(id, written(draft('Pump and tank')))
    device.online = true
    await outbox.resume()
    expect(titles()).toEqual(['Pump and tank'])
    expect(server.calls).toEqual(['offers.create', 'offers.saveDraft'])
    expect(await store.all()).toEqual([])
  })

  it('is created once after a lost response', async () => {
    for (const lost of ['offers.create', 'offers.saveDraft']) {
      server.lost = [lost]
      const { id } = await start(ngozi, draft(lost))
      open()
      await drafts.saveLocalOffer(id, written(draft(`${lost} and more`))).catch(() => undefined)
      await outbox.read()
      await drafts.saveLocalOffer(id, written(draft(lost)))
      await outbox.resume()
    }
    expect(titles()).toEqual(['offers.create', 'offers.saveDraft'])
    expect(await store.all()).toEqual([])
  })

  it('that was also edited on the server shows a conflict', async () => {
    server.lost = ['offers.create']
    const { id } = await start(ngozi, draft('Mine'))
    server.offers.set('off_1', { version: 5, content: draft('Written elsewhere') })
    await outbox.resume()
    expect(drafts.serverIdOf(id)).toBe('off_1')
    expect(outbox.get()).toMatchObject([
      { subject: 'off_1', kind: SAVE_DRAFT, state: 'review', payload: { content: { title: 'Mine' } } },
    ])
    expect(titles()).toEqual(['Written elsewhere'])
  })

  it('for an unknown customer is refused at once and not stored', async () => {
    await expect(start({ ...ngozi, id: 'cus_9' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await store.all()).toEqual([])
  })

  it('keeps its content and later edits when refused later', async () => {
    device.online = false
    const { id } = await start({ ...ngozi, id: 'cus_9' }, draft('Pump'))
    device.online = true
    await outbox.resume()
    expect(outbox.get()).toMatchObject([{ subject: id, state: 'review', refusal: { code: 'NOT_FOUND' } }])
    const calls = server.calls.length
    expect(await drafts.saveLocalOffer(id, written(draft('Pump and tank')))).toEqual({ sent: false })
    expect(server.calls).toHaveLength(calls)
    expect(await store.all()).toMatchObject([{ state: 'review', payload: { content: { title: 'Pump and tank' } } }])
  })

  it('whose server offer was deleted is created again on retry', async () => {
    server.lost = ['offers.create']
    await start(ngozi, draft('Pump'))
    server.offers.delete('off_1')
    await outbox.resume()
    const [mutation] = outbox.get()
    expect(mutation).toMatchObject({ state: 'review', refusal: { code: 'NOT_FOUND' } })
    if (mutation) await drafts.retryLocalOffer(mutation)
    expect([...server.offers.keys()]).toEqual(['off_2'])
    expect(titles()).toEqual(['Pump'])
  })

  it('that was discarded is not stored by a pending save', async () => {
    device.online = false
    const { id } = await start()
    await drafts.discardLocalOffer(id)
    expect(await drafts.saveLocalOffer(id, written(draft('Too late')))).toEqual({ sent: false })
    expect(await store.all()).toEqual([])
  })
})

describe('the customer of a local offer', () => {
  it('is known from loaded customers or offers', () => {
    client.setQueryData(['customers', 'list', {}], [{ ...ngozi, phone: null }])
    expect(drafts.knownCustomer(client, 'cus_1', 'Customer')).toEqual(ngozi)
    const listed = { ...ngozi, id: 'cus_4', phone: null }
    // As an older version of the app stored it.
    client.setQueryData(['customers', 'list', {}, 'old'], { pages: [{ customers: [listed] }] })
    client.setQueryData(['customers', 'list', {}, 'pages'], { pages: [{ rows: [listed] }] })
    expect(drafts.knownCustomer(client, 'cus_4', 'Customer')).toEqual({ ...ngozi, id: 'cus_4' })
    const other = { customer: { id: 'cus_2', name: 'Bisi', avatar: null }, timeZone: 'Africa/Accra', usualValidDays: 7 }
    client.setQueryData(['offers', 'get', {}], other)
    expect(drafts.knownCustomer(client, 'cus_2', 'Customer')).toMatchObject({ name: 'Bisi', timeZone: 'Africa/Accra' })
    expect(drafts.knownCustomer(client, 'cus_3', 'Customer')).toMatchObject({ id: 'cus_3', name: 'Customer' })
    expect(drafts.usualDaysIn(client)).toEqual({ usualValidDays: 7 })
  })
})
