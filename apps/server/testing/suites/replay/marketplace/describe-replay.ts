import type { CallInput, Failure, Operation } from '@fettle/protocol'
import { fillPath, marketplaceScopes } from '@fettle/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createApiKey } from '../../../../src/modules/marketplace/index.ts'
import { sql } from '../../../../src/platform/db/db.ts'
import { createCustomer, marketplace } from '../../../fixtures/providers.ts'
import { recordSeenError } from '../../../app/error-coverage.ts'
import { recordExample } from '../../../docs/record-example.ts'
import { countEffects, crashBeforeCommit } from '../crash-simulation.ts'
import { sendRequest } from '../../../app/http-request.ts'
import { setUpTestApp, type Caller, type TestApp } from '../../../app/test-app.ts'
import type { ReplayCase } from './replay-case.ts'

type Input = CallInput<Operation> & { [part in 'params' | 'query' | 'body']?: Record<string, unknown> }

let keys = 0
const withIdempotencyKey = (key = `replay number ${(keys += 1)}`, headers: Record<string, string> = {}): Caller => ({
  ...marketplace,
  headers: { 'idempotency-key': key, ...headers },
})
const unknownIdLike = (id: string) => {
  const [, prefix] = /^([a-z]+_)[0-9A-Z]{26}$/.exec(id) ?? []
  return prefix ? `${prefix}${'0'.repeat(26)}` : /^\d+$/.test(id) ? '99999999' : `nobody-${id.length}`
}
/** Whether a part of a call accepts this field. */
const acceptsField = (schema: Operation['body'], field: string) => {
  const { def } = ((schema ?? z.object({})) as z.core.$ZodTypes)._zod
  return def.type === 'object' && field in def.shape
}
const isWrite = ({ method }: Operation) => method !== 'GET'

/** Sends a call and returns its response, or the file's content. */
async function send(testApp: TestApp, operation: Operation, input: Input, caller: Caller) {
  if (!operation.produces) {
    const { status, headers, body } = await testApp.send(operation, input, caller)
    return { status, headers, body: body as { code?: string; data?: unknown } }
  }
  const query = new URLSearchParams((input as { query?: Record<string, string> }).query)
  const address = `${testApp.url}${fillPath(operation.path, input.params)}?${query.toString()}`
  const { status, headers, text } = await sendRequest(address, {
    method: 'GET',
    headers: { authorization: `Bearer ${caller.token}`, ...caller.headers },
  })
  if (status >= 400) recordSeenError(operation, JSON.parse(text) as Failure)
  return { status, headers, body: (status < 400 ? {} : JSON.parse(text)) as { code?: string; data?: unknown } }
}

/** Creates an API key with every scope but the operation's. */
async function createKeyWithoutScope(testApp: TestApp, operation: Operation) {
  const scopes = marketplaceScopes.filter((scope) => scope !== operation.scope)
  const { key } = await createApiKey(testApp.deps, testApp.db, { name: `All but ${operation.scope}`, scopes })
  return { token: key }
}

/** Types of records whose changes are reported with their parent. */
const hasParent = (type: string) =>
  /^(amendment|milestone|dispute|invoice|payment|payout|message|review|document|ticket)\./.test(type)

async function latestSeq(testApp: TestApp) {
  await eventsAfter(testApp, 0)
  const { place } = await testApp.db.one<{ place: number }>(sql`select coalesce(max(seq), 0) as place from feed`)
  return place
}
async function eventsAfter(testApp: TestApp, place: number) {
  const { text } = await sendRequest(`${testApp.url}/v2/marketplace/events?after=${place}&limit=1000`, {
    method: 'GET',
    headers: { authorization: `Bearer ${marketplace.token}` },
  })
  const { data } = JSON.parse(text) as { data: { type: string; data: { object: object; parent?: object } }[] }
  return data
}

/**
 * Tests of marketplace operations: authorization, unknown ids, and that each call takes effect once, even after a
 * crash before or after its commit.
 */
export function describeReplay(cases: readonly ReplayCase[]): void {
  const testApp = setUpTestApp()
  let stranger: { id: string }
  beforeAll(async () => {
    stranger = await createCustomer(testApp)
  })

  describe.each(cases.map((each): [string, ReplayCase] => [each.operation.name, each]))(
    '%s',
    (_, { operation, prepare: prepareCase, event }) => {
      it('checks authorization and ownership, and takes effect once', async () => {
        const { customerId, ...sent } = await prepareCase(testApp)
        const input: Input = { ...sent.input }
        const codeOf = async (over: Partial<Input>, caller: Caller) => {
          const { status, body } = await send(testApp, operation, { ...input, ...over }, caller)
          return `${status} ${body.code}`
        }
        // Without a key, or with one that lacks the scope.
        expect(await codeOf({}, {})).toBe('401 UNAUTHENTICATED')
        expect(await codeOf({}, await createKeyWithoutScope(testApp, operation))).toBe('403 FORBIDDEN')
        // A write without an idempotency key.
        if (isWrite(operation))
          expect(await codeOf({}, withIdempotencyKey('short'))).toBe('400 IDEMPOTENCY_KEY_REQUIRED')
        // An unknown id.
        for (const [name, id] of Object.entries(input.params ?? {})) {
          if (name === 'externalId') continue
          const params = { ...input.params, [name]: name === 'number' ? 99 : unknownIdLike(String(id)) }
          expect([name, await codeOf({ params }, withIdempotencyKey())]).toEqual([name, '404 NOT_FOUND'])
        }
        for (const part of ['customerId', 'providerId'] as const) {
          const id = input.body?.[part]
          if (typeof id !== 'string') continue
          const body = { ...input.body, [part]: unknownIdLike(id) }
          expect([part, await codeOf({ body }, withIdempotencyKey())]).toEqual([part, '404 NOT_FOUND'])
        }
        // Another customer's record.
        if (customerId !== undefined) {
          for (const id of [stranger.id, unknownIdLike(stranger.id)]) {
            expect(await codeOf({}, withIdempotencyKey(undefined, { 'x-customer-id': id }))).toBe('404 NOT_FOUND')
            // The same for a customer id in body or query.
            for (const part of ['body', 'query'] as const) {
              if (!acceptsField(operation[part], 'customerId') || input[part]?.['customerId'] !== undefined) continue
              const over = { [part]: { ...input[part], customerId: id } }
              expect([part, await codeOf(over, withIdempotencyKey())]).toEqual([part, '404 NOT_FOUND'])
            }
          }
        }
        // Without the acting customer.
        if (input.body?.['onBehalf']) {
          const { onBehalf: _onBehalf, ...body } = input.body
          expect(await codeOf({ body }, withIdempotencyKey())).toBe('422 VALIDATION_FAILED')
        }

        // Successful call for the right customer.
        const key = `replay of ${operation.name}`
        const caller = withIdempotencyKey(key, customerId === undefined ? {} : { 'x-customer-id': customerId })
        const sendIt = () => send(testApp, operation, input, caller)
        const seen = await latestSeq(testApp)
        if (isWrite(operation)) {
          const before = await countEffects(testApp)
          expect((await crashBeforeCommit(testApp, sendIt)).status).toBe(500)
          expect(await countEffects(testApp)).toEqual(before)
        }
        const first = await sendIt()
        expect([first.status, first.body]).toEqual([operation.status ?? 200, expect.anything()])
        recordExample(operation, input, first.body)
        if (isWrite(operation)) {
          const after = await countEffects(testApp)
          // The first response was lost after the commit.
          const second = await sendIt()
          expect([second.headers.get('idempotency-replayed'), second.body]).toEqual(['true', first.body])
          expect(await countEffects(testApp)).toEqual(after)
        }
        // Some events are published by jobs.
        await testApp.deps.jobs.runDue()
        if (!event) return
        const recorded = (await eventsAfter(testApp, seen)).find(({ type }) => type === event)
        expect(recorded).toMatchObject({
          type: event,
          data: { object: { id: expect.any(String) }, ...(hasParent(event) && { parent: { id: expect.any(String) } }) },
        })
      })
    },
  )
}
