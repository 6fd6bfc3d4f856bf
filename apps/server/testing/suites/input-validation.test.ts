import type { Operation } from '@fettle/protocol'
import { fillPath, MAX_INTEGER } from '@fettle/protocol'
import { declineBooking } from '@fettle/protocol/bookings/actions'
import { getBooking } from '@fettle/protocol/bookings'
import { createChecklistTemplate } from '@fettle/protocol/bookings/checklists'
import { createChannel } from '@fettle/protocol/workspace/channels'
import { editContract } from '@fettle/protocol/contracts/actions'
import { putCustomer } from '@fettle/protocol/marketplace/customers'
import { createTicket } from '@fettle/protocol/support/tickets'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { MAX_INPUT_DEPTH } from '../../src/platform/http/input/sanitize-input.ts'
import { contractScenarioBetween } from '../fixtures/contract-scenario.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../fixtures/providers.ts'
import { sendRequest } from '../app/http-request.ts'
import { setUpTestApp } from '../app/test-app.ts'

// Invalid input is rejected or normalized before any module reads it.

const testApp = setUpTestApp()
let provider: TestProvider
let customer: { id: string; name: string }
beforeAll(async () => {
  provider = await createProvider(testApp)
  customer = await createCustomer(testApp)
})

/** Hundreds of calls on a possibly busy machine. */
const TIMEOUT_MS = 300_000
const NULL_CHARACTER = 'Remove the null character from this text.'
/** Half an emoji, as a length limit may leave it. */
const LONE_SURROGATE = '\ud83d'

interface Answer {
  status: number
  body: { code?: string; message?: string; issues?: { path: (string | number)[]; message: string }[]; data?: unknown }
}

async function request(
  method: string,
  path: string,
  { body, token, headers = {} }: { body?: string | FormData; token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { status, text } = await sendRequest(testApp.url + path, {
    method,
    headers: {
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body,
  })
  return { status, body: text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {} }
}

const call = (operation: Operation, position: string, options: { body?: unknown; token?: string } = {}) =>
  request(operation.method, position, {
    ...options,
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    headers: { 'idempotency-key': `input-${testApp.deps.ids.token().slice(0, 20)}` },
  })

const token = () => provider.token
const title = `Fix the tap ${LONE_SURROGATE}`

describe('half a surrogate pair', () => {
  const location = { line1: `5 Adeniran \udc00`, city: 'Surulere', country: 'NG' }

  it("in a booking's texts is stored as a replacement character", async () => {
    const booking = await requestBooking(testApp, { provider, customer, title, location })
    const { id } = booking
    expect(booking).toMatchObject({ title: 'Fix the tap \ufffd' })
    const declined = await testApp.call(
      declineBooking,
      { params: { id }, body: { reasonCode: 'OTHER', note: `Too far away ${LONE_SURROGATE}` } },
      provider,
    )
    expect(declined.status).toBe('DECLINED')
    expect((await testApp.call(getBooking, { params: { id } }, provider)).title).toBe('Fix the tap \ufffd')
  })

  it('is accepted in addresses, checklists, tickets, contracts and names', async () => {
    const body = { name: `Chidi ${LONE_SURROGATE}`, email: 'half@example.com', addresses: [location] }
    const saved = await testApp.call(putCustomer, { params: { externalId: 'half' }, body }, marketplace)
    expect(saved.name).toBe('Chidi \ufffd')
    const items = [{ label: `Water is off ${LONE_SURROGATE}`, type: 'CHECK' as const }]
    const list = await testApp.call(
      createChecklistTemplate,
      { body: { name: `Taps ${LONE_SURROGATE}`, items } },
      provider,
    )
    expect(list.items).toMatchObject([{ label: 'Water is off \ufffd' }])
    const ticket = {
      category: 'OTHER' as const,
      subject: `Where ${LONE_SURROGATE}?`,
      text: `They were here ${LONE_SURROGATE}.`,
    }
    expect((await testApp.call(createTicket, { body: ticket }, provider)).subject).toBe('Where \ufffd?')
    const contract = await contractScenarioBetween(testApp, provider, customer).blank()
    const content = { title: `Bathroom ${LONE_SURROGATE}` }
    const params = { id: contract.id }
    const edited = await testApp.call(editContract, { params, body: { version: contract.version, content } }, provider)
    expect(edited).toMatchObject({ title: 'Bathroom \ufffd' })
  })

  it('is stored in a message, and in keys of custom data', async () => {
    const { channel } = await testApp
      .call(createChannel, { body: { participantId: customer.id } }, provider)
      .catch(async () => {
        await requestBooking(testApp, { provider, customer })
        return testApp.call(createChannel, { body: { participantId: customer.id } }, provider)
      })
    const id = '0199a000-0000-7000-8000-000000000001'
    const credentials = await request('GET', '/v2/channels/stream-token', { token: token() })
    const { token: chatToken, appKey } = credentials.body.data as { token: string; appKey: string }
    const sent = await request('POST', `/chat/v1/channels/${encodeURIComponent(channel.cid)}/messages`, {
      token: chatToken,
      headers: { 'x-app-key': appKey },
      body: JSON.stringify({ message: { id, text: `Half a smile ${LONE_SURROGATE}` } }),
    })
    expect([sent.status, sent.body]).toMatchObject([200, { message: { text: 'Half a smile \ufffd' } }])
  })
})

describe('a null character', () => {
  const cases: [position: string, method: string, path: string, body?: unknown][] = [
    ...['bookings', 'offers', 'invoices', 'contracts', 'customers'].map((list): [string, string, string] => [
      `a search of ${list}`,
      'GET',
      `/v2/${list}?q=a%00b`,
    ]),
    ...['bookings', 'offers', 'invoices', 'contracts'].map((list): [string, string, string] => [
      `the ids of cards of ${list}`,
      'GET',
      `/v2/${list}/cards?ids=a%00b`,
    ]),
    ['the offer of invoices', 'GET', '/v2/invoices?offerId=a%00b'],
    ['the contract of invoices', 'GET', '/v2/invoices?contractId=a%00b'],
    ['the subject of disputes', 'GET', '/v2/disputes?subjectId=a%00b'],
    ['a path', 'GET', '/v2/bookings/bkg_%00'],
    [
      'the subject of a new dispute',
      'POST',
      '/v2/disputes',
      {
        subject: { type: 'CANCELLATION', id: '\u0000' },
        reasonCode: 'QUALITY',
        statement: 'It still leaks everywhere.',
      },
    ],
    ['an address of web push', 'POST', '/v2/notifications/push-subscriptions/remove', { endpoint: 'a\u0000b' }],
    ['a key', 'POST', '/v2/checklist-templates', { name: 'Taps', 'items\u0000': [] }],
  ]

  it.each(cases)('in %s is refused', async (_, method, path, body) => {
    const refused = await request(method, path, {
      token: token(),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_FAILED', issues: [{ code: 'NOT_ALLOWED', message: NULL_CHARACTER }] },
    })
  })

  it(
    'is refused by every operation, in path, query and body',
    async () => {
      const { operations } = testApp.app
      expect(operations.length).toBeGreaterThan(300)
      for (const operation of operations) {
        const ids = Object.fromEntries([...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'a']))
        const path = fillPath(operation.path, ids)
        const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE'
        const answers = await Promise.all([
          call(operation, `${path}?q=a%00b`),
          ...Object.keys(ids).map((name) => call(operation, fillPath(operation.path, { ...ids, [name]: 'a\u0000b' }))),
          ...(hasBody ? [call(operation, path, { body: { list: [{ text: 'a\u0000b' }] } })] : []),
        ])
        const refused = answers.map(({ status, body }) => [operation.name, status, body.issues?.[0]?.message])
        expect(refused).toEqual(answers.map(() => [operation.name, 422, NULL_CHARACTER]))
      }
    },
    TIMEOUT_MS,
  )

  it('is refused in form fields and file names', async () => {
    const form = (type: string, name: string) => {
      const formData = new FormData()
      formData.set('type', type)
      formData.set('file', new Blob(['%PDF-']), name)
      return request('POST', '/v2/profile/documents', { token: token(), body: formData })
    }
    for (const refused of [
      await form('PASS\u0000PORT', 'passport.pdf'),
      await form('PASSPORT', 'pass\u0000port.pdf'),
    ]) {
      expect(refused).toMatchObject({ status: 422, body: { issues: [{ message: NULL_CHARACTER }] } })
    }
  })

  it("is reported in the caller's language", async () => {
    const refused = await request('GET', '/v2/bookings?q=a%00b', { headers: { 'accept-language': 'fr' } })
    expect(refused.body.issues?.[0]?.message).toBe('Supprimez le caractère nul de ce texte.')
  })
})

describe('deeply nested JSON', () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const post = (levels: number, headers: Record<string, string>) =>
    request('POST', '/v2/checklist-templates', { token: token(), body: nested(levels), headers })

  const keys: Record<string, string>[] = [{}, { 'idempotency-key': 'nested far too deep' }]
  it.each(keys)('is refused with headers %j', async (headers) => {
    for (const levels of [MAX_INPUT_DEPTH + 1, 4_000, 8_000, 100_000]) {
      expect(await post(levels, headers)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', message: `Nest lists and objects at most ${MAX_INPUT_DEPTH} levels deep.` },
      })
    }
  })

  it('is accepted up to the limit', async () => {
    expect(await post(MAX_INPUT_DEPTH - 1, {})).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } })
  })
})

describe('a list cursor', () => {
  const cursorOf = (at: string) => Buffer.from(`${at}.bkg_01M7R9T0GEDX81DYC9ACGR1JRZ`).toString('base64url')

  it(
    "outside the database's range of dates is refused in every list",
    async () => {
      const lists = testApp.app.operations.filter(({ method, query }) => {
        const { def } = ((query ?? z.object({})) as z.core.$ZodTypes)._zod
        return method === 'GET' && def.type === 'object' && 'cursor' in def.shape
      })
      expect(lists.length).toBeGreaterThan(20)
      for (const list of lists) {
        const caller = list.audience === 'marketplace' ? marketplace.token : token()
        for (const at of ['-999999999999999', '999999999999999', '-62135596800001']) {
          const ids = { key: 'earnings', id: `whe_${'0'.repeat(26)}`, providerId: provider.id }
          const path = `${fillPath(list.path, ids)}?cursor=${cursorOf(at)}&providerId=${provider.id}&customerId=${customer.id}`
          const { status, body } = await request('GET', path, { token: caller ?? '' })
          const refused = list.path.includes(':id') ? [404, 'NOT_FOUND'] : [422, 'VALIDATION_FAILED']
          expect([list.name, at, status, body.code]).toEqual([list.name, at, ...refused])
        }
      }
    },
    TIMEOUT_MS,
  )
})

describe("a number outside the database's range", () => {
  const beyond = MAX_INTEGER + 1

  it('is not a contract version', async () => {
    const { id } = await contractScenarioBetween(testApp, provider, customer).blank()
    for (const position of [
      `/v2/contracts/${id}/versions/${beyond}`,
      `/v2/contracts/${id}/versions/9007199254740991`,
    ]) {
      expect(await request('GET', position, { token: token() })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    }
    const pdf = await request('GET', `/v2/contracts/${id}/pdf?version=${beyond}`, { token: token() })
    expect(pdf).toMatchObject({ status: 422, body: { issues: [{ field: 'version', maximum: MAX_INTEGER }] } })
  })

  it('is in no path or query of any operation, except log positions', () => {
    const numbersOf = ({ name, params, query }: Operation) =>
      [params, query].flatMap((part) => {
        const { properties = {} } = part ? z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) : {}
        return Object.entries(properties).flatMap(([field, schema]) =>
          typeof schema === 'object' && schema.type === 'integer' && (schema.maximum ?? Infinity) > MAX_INTEGER
            ? [`${name} ${field}`]
            : [],
        )
      })
    expect(testApp.app.operations.flatMap(numbersOf)).toEqual([
      'marketplace.messages.list after',
      'simulator.commands after',
    ])
  })
})
