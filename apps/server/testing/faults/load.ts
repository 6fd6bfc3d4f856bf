import { createMessageId } from '@fettle/chat-client'
import { fillPath } from '@fettle/protocol'
import { stepUp } from '@fettle/protocol/accounts/auth'
import { patchSettings } from '@fettle/protocol/accounts/settings'
import * as bookings from '@fettle/protocol/bookings/actions'
import { chatHeaders } from '@fettle/protocol/chat/connection/token'
import { chatBase } from '@fettle/protocol/chat/core/operation'
import { markRead } from '@fettle/protocol/chat/channels/read-state'
import { sendMessage } from '@fettle/protocol/chat/messages/messages'
import { DAY_MS } from '@fettle/protocol/core/durations'
import * as payouts from '@fettle/protocol/earnings/payouts'
import { listInvoices } from '@fettle/protocol/invoices/invoices'
import { recordMarketplacePayment } from '@fettle/protocol/invoices/payments'
import { confirmMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import {
  createMarketplaceChannel,
  sendMarketplaceMessage,
  getMarketplaceFile,
  sendMarketplaceFile,
} from '@fettle/protocol/marketplace/chat'
import { listMarketplaceEvents, type MarketplaceEvent } from '@fettle/protocol/marketplace/events'
import { createWebhookEndpoint } from '@fettle/protocol/marketplace/webhooks'
import { getStreamToken } from '@fettle/protocol/workspace/channels'
import { setTimeout as wait } from 'node:timers/promises'
import type { ApiClient } from '../app/test-app.ts'
import { PASSWORD } from '../fixtures/accounts.ts'
import { contractScenarioBetween } from '../fixtures/contract-scenario.ts'
import { proveIdentity } from '../fixtures/earnings-scenario.ts'
import { asFile, pdf } from '../fixtures/files.ts'
import { offerScenarioBetween } from '../fixtures/offer-scenario.ts'
import { createCustomer, createProvider, marketplace, requestBooking } from '../fixtures/providers.ts'
import type { RandomChoices } from '../fuzz/random.ts'
import { untilAnswered } from './retrying-client.ts'

const PRICE = 1_500_000
const PAUSE_MS = 20
/** The invoice is written by a job. Attempts that a kill interrupts count, and each failure doubles the delay or more. */
const JOB_TIMEOUT_MS = 15 * 60_000

/** A confirmed write: a row that must exist, in this status where the load never changes it again. */
export interface Acknowledged {
  table: 'bookings' | 'chat.messages' | 'contracts' | 'offers' | 'payments' | 'payouts'
  id: string
  status?: string
}

export interface Load {
  acknowledged: Acknowledged[]
  /** The feed as a partner has read it. */
  events: MarketplaceEvent[]
  /** Errors that no retry should lead to. */
  errors: unknown[]
  /** Ends after the work under way. The feed is read to its end. */
  stop(): Promise<void>
}

/** People and settings of the load. Nothing may be killed meanwhile. */
export async function prepareLoad(api: ApiClient, webhookUrl: string) {
  await api.call(createWebhookEndpoint, { body: { url: webhookUrl } }, marketplace)
  const values = { clearingDays: 0, bankCooldownHours: 0, smallestPayout: 0 }
  await api.call(patchSettings, { body: { values } }, marketplace)
  const pairs = await Promise.all(
    [1, 2, 3].map(async () => ({ provider: await createProvider(api), customer: await createCustomer(api) })),
  )
  return pairs
}
type Pair = Awaited<ReturnType<typeof prepareLoad>>[number]

/** Starts people who work at once: each repeats one kind of work, and takes the next step after the answer. */
export function startLoad(url: string, api: ApiClient, random: RandomChoices, pairs: readonly Pair[]): Load {
  const load: Load = { acknowledged: [], events: [], errors: [], stop: async () => undefined }
  const { signal, ...stopper } = stopSign()
  const acknowledge = (row: Acknowledged) => void load.acknowledged.push(row)
  const person = async (work: (turn: number) => Promise<unknown>) => {
    for (let turn = 1; !signal.aborted; turn += 1) {
      await work(turn).catch((error: unknown) => load.errors.push(error))
      await wait(PAUSE_MS)
    }
  }
  // Of this load: test files share this module, and each has a server of its own.
  const sentFiles: string[] = []
  const [jobPair, contractPair, chatPair] = pairs
  if (!jobPair || !contractPair || !chatPair) throw new Error('The load needs three pairs of people')
  const working = [
    person((turn) => completeJob(api, jobPair, { turn, acknowledge })),
    person((turn) => agree(api, contractPair, { turn, acknowledge })),
    ...pairs.map((pair, at) => person((turn) => write(api, pair, { turn: `${at}-${turn}`, acknowledge }))),
    person(answering(url, api, chatPair, acknowledge)),
    person((turn) => sendFile(api, chatPair, { turn, acknowledge, random, sentFiles })),
  ]
  const reading = person(() => readFeed(api, load.events))
  load.stop = async () => {
    stopper.stop()
    await Promise.all([...working, reading])
    await readFeed(api, load.events)
  }
  return load
}

function stopSign() {
  const controller = new AbortController()
  return { signal: controller.signal, stop: () => controller.abort() }
}

interface Turn {
  turn: number | string
  acknowledge: (row: Acknowledged) => void
}

/** A job from the request to the money in the bank. Every third payout fails. */
async function completeJob(api: ApiClient, { provider, customer }: Pair, { turn, acknowledge }: Turn): Promise<void> {
  if (turn === 1) await proveIdentity(api, provider)
  const price = { model: 'FIXED' as const, amount: { amount: PRICE, currency: 'NGN' } }
  const { id } = await requestBooking(api, { provider, customer, price, title: `Job ${turn}` })
  acknowledge({ table: 'bookings', id })
  const params = { id }
  await api.call(bookings.acceptBooking, { params, body: {} }, provider)
  await api.call(bookings.startBooking, { params, body: { otherJob: 'KEEP_RUNNING' } }, provider)
  await api.call(bookings.completeBooking, { params, body: { summary: 'The tap is tight.' } }, provider)
  await api.call(confirmMarketplaceBooking, { params, body: {} }, marketplace)
  acknowledge({ table: 'bookings', id, status: 'COMPLETED' })
  const findInvoice = async () => (await api.call(listInvoices, { query: { bookingId: id } }, provider))[0]?.id
  const invoiceId = await untilAnswered('the invoice', findInvoice, JOB_TIMEOUT_MS)
  const payment = await api.call(recordMarketplacePayment, { body: { invoiceId, amount: PRICE } }, marketplace)
  acknowledge({ table: 'payments', id: payment.id, status: 'CONFIRMED' })
  await api.call(stepUp, { body: { password: PASSWORD } }, provider)
  const payout = await api.call(payouts.requestPayout, { body: {} }, provider)
  acknowledge({ table: 'payouts', id: payout.id })
  const about = { params: { id: payout.id } }
  await api.call(payouts.processPayout, { ...about, body: {} }, marketplace)
  const body = { code: 'INVALID_ACCOUNT' as const, message: 'No such account.' }
  const { status } =
    Number(turn) % 3 === 0
      ? await api.call(payouts.failPayout, { ...about, body }, marketplace)
      : await api.call(payouts.payPayout, { ...about, body: {} }, marketplace)
  acknowledge({ table: 'payouts', id: payout.id, status })
}

/** An accepted offer and a signed contract. */
async function agree(api: ApiClient, { provider, customer }: Pair, { turn, acknowledge }: Turn): Promise<void> {
  const offers = offerScenarioBetween(api, provider, customer)
  const { id } = await offers.sent({ title: `Offer ${turn}` })
  await offers.accept(id)
  acknowledge({ table: 'offers', id, status: 'ACCEPTED' })
  const contracts = contractScenarioBetween(api, provider, customer)
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  const contract = await contracts.active({
    title: `Contract ${turn}`,
    startDate: day(2),
    endDate: day(9),
    milestones: [{ title: 'All of it', amount: 300_000, dueDate: day(9) }],
  })
  acknowledge({ table: 'contracts', id: contract.id, status: 'ACTIVE' })
}

const channelOf = (api: ApiClient, { provider, customer }: Pair) =>
  api.call(createMarketplaceChannel, { body: { customerId: customer.id, providerId: provider.id } }, marketplace)

/** A message of the customer. */
async function write(api: ApiClient, pair: Pair, { turn, acknowledge }: Turn): Promise<void> {
  const params = { id: (await channelOf(api, pair)).id }
  const { id } = await api.call(sendMarketplaceMessage, { params, body: { text: `Message ${turn}` } }, marketplace)
  acknowledge({ table: 'chat.messages', id })
}

/**
 * The provider reads a conversation and answers, over the chat's own interface. Ids of messages take the place of
 * idempotency keys.
 */
function answering(url: string, api: ApiClient, pair: Pair, acknowledge: Turn['acknowledge']) {
  return async (turn: number) => {
    const { cid } = await channelOf(api, pair)
    const { token, appKey } = await api.call(getStreamToken, {}, pair.provider)
    const message = { id: createMessageId(), text: `Answer ${turn}` }
    const call = ({ name, path }: { name: string; path: string }, body: object) =>
      untilAnswered(name, async () => {
        const response = await fetch(url + chatBase + fillPath(path, { cid }), {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
            [chatHeaders.appKey]: appKey,
          },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(20_000),
        })
        return response.ok ? true : undefined
      })
    if (turn % 5 === 0) await call(markRead, {})
    await call(sendMessage, { message })
    acknowledge({ table: 'chat.messages', id: message.id })
  }
}

/** A file of the customer, and a download of one that was sent. */
async function sendFile(
  api: ApiClient,
  pair: Pair,
  { turn, acknowledge, random, sentFiles }: Turn & { random: RandomChoices; sentFiles: string[] },
): Promise<void> {
  const { id } = await channelOf(api, pair)
  const file = asFile(pdf({ note: `File ${turn}` }), `plan-${turn}.pdf`)
  const message = await api.call(sendMarketplaceFile, { params: { id }, body: {}, file }, marketplace)
  acknowledge({ table: 'chat.messages', id: message.id })
  sentFiles.push(...message.attachments.map((attachment) => attachment.id))
  const fileId = random.pick(sentFiles)
  const lost: string[] = []
  await untilAnswered('the file', async () => {
    const found = await api.call(getMarketplaceFile, { params: { id, fileId }, query: {} }, marketplace)
    const response = await fetch(found.url, { signal: AbortSignal.timeout(20_000) })
    const bytes = await response.arrayBuffer()
    if (response.ok && bytes.byteLength > 0) return true
    if (response.status >= 500) return undefined
    // Not `UnexpectedResponse`, which has an envelope.
    lost.push(`${found.url} answered ${response.status}: ${Buffer.from(bytes).toString('utf8', 0, 500)}`)
    return true
  })
  if (lost.length > 0) throw new Error(`The file ${fileId} is lost: ${lost.join()}`)
}

async function readFeed(api: ApiClient, events: MarketplaceEvent[]): Promise<void> {
  for (;;) {
    const after = events.at(-1)?.seq ?? 0
    const page = await api.call(listMarketplaceEvents, { query: { after, limit: 1000 } }, marketplace)
    events.push(...page)
    if (page.length === 0) return
  }
}
