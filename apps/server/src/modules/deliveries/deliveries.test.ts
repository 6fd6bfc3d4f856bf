import { HOUR_MS, MINUTE_MS } from '@fettle/protocol/core/durations'
import {
  discardDelivery,
  listDeliveries,
  replayDeliveries,
  replayDelivery,
} from '@fettle/protocol/marketplace/deliveries'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { marketplace } from '../../../testing/fixtures/providers.ts'
import { startTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import { deliveries } from '../../cli/deliveries.ts'

let gateway: Server
let answer: number
let texted: string[]
let testApp: TestApp
beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (answer < 300) texted.push((JSON.parse(body) as { to: string }).to)
      response.writeHead(answer).end()
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
  testApp = await startTestApp({ config: { sms: { url, token: undefined, from: undefined } } })
})
afterAll(async () => {
  await testApp.close()
  await new Promise((resolve) => gateway.close(resolve))
})
beforeEach(() => {
  answer = 503
  texted = []
})

const send = (to: string, code?: string) =>
  testApp.db.transaction((tx) =>
    testApp.deps.outbox.send(tx, { channel: 'SMS', to, subject: 'Hello', text: 'Hello', ...(code ? { code } : {}) }),
  )
const run = () => testApp.deps.jobs.runDue().catch(() => undefined)
/** Advances the clock in steps. */
const wait = async (steps: number, step: number) => {
  await run()
  for (let taken = 0; taken < steps; taken += 1) {
    testApp.clock.advance(step)
    await run()
  }
}
const list = (status?: 'RETRYING' | 'GIVEN_UP') =>
  testApp.call(listDeliveries, { query: status ? { status } : {} }, marketplace)
const cli = (...args: string[]) => deliveries({ db: testApp.db, clock: testApp.clock, ids: testApp.deps.ids }, args)

describe('a failed delivery', () => {
  it('is retried with increasing delays, then given up, and sent when an operator replays it', async () => {
    await send('+2348010000001')
    await run()
    expect(await list()).toEqual([])
    expect(await list('RETRYING')).toMatchObject([
      {
        channel: 'SMS',
        to: '+2348010000001',
        subject: 'Hello',
        attempts: 1,
        maxAttempts: 12,
        nextAttemptAt: expect.any(String),
      },
    ])
    await wait(26, HOUR_MS)
    expect(await list('RETRYING')).toEqual([])
    const [delivery] = await list()
    expect(delivery).toMatchObject({ status: 'GIVEN_UP', attempts: 12, nextAttemptAt: null })
    expect(delivery?.error).toContain('The SMS gateway answered 503')
    answer = 200
    await run()
    expect(texted).toEqual([])
    await testApp.call(replayDelivery, { params: { id: delivery?.id ?? '' } }, marketplace)
    await run()
    expect(texted).toEqual(['+2348010000001'])
    expect(await list()).toEqual([])
  })

  it('is given up at once when it is permanent, and for a code within minutes', async () => {
    answer = 422
    await send('no number')
    await run()
    expect(await list()).toMatchObject([{ to: 'no number', attempts: 1, status: 'GIVEN_UP' }])
    answer = 503
    await send('+2348010000002', '123456')
    await wait(10, MINUTE_MS)
    expect(await list('GIVEN_UP')).toMatchObject([{ to: '+2348010000002' }, { to: 'no number' }])
    expect(JSON.stringify(await list())).not.toContain('123456')
    answer = 200
    expect(await testApp.call(replayDeliveries, {}, marketplace)).toEqual({ replayed: 2 })
    await run()
    expect(texted.toSorted()).toEqual(['+2348010000002', 'no number'])
  })

  it('can be deleted, and is purged after a week', async () => {
    answer = 400
    await send('one')
    await send('two')
    await run()
    const [two] = await list()
    await testApp.call(discardDelivery, { params: { id: two?.id ?? '' } }, marketplace)
    expect(await list()).toMatchObject([{ to: 'one' }])
    const { code } = await testApp.refusal(replayDelivery, { params: { id: two?.id ?? '' } }, marketplace)
    expect(code).toBe('NOT_FOUND')
    testApp.clock.advance(8 * 24 * HOUR_MS)
    await run()
    expect(await list()).toEqual([])
  })

  it('is listed in pages, each job once', async () => {
    answer = 400
    for (const to of ['a', 'b', 'c']) await send(to)
    await run()
    const seen: (string | null)[] = []
    let cursor: string | undefined
    for (let page = 0; page < 3; page += 1) {
      const reply = await testApp.send(
        listDeliveries,
        { query: { limit: 1, ...(cursor ? { cursor } : {}) } },
        marketplace,
      )
      const { data, meta } = reply.body as unknown as { data: { to: string }[]; meta: { nextCursor: string | null } }
      seen.push(data[0]?.to ?? null)
      cursor = meta.nextCursor ?? undefined
    }
    expect(seen).toEqual(['c', 'b', 'a'])
    expect(cursor).toBeUndefined()
    expect((await testApp.refusal(listDeliveries, { query: { cursor: 'x' } }, marketplace)).code).toBe(
      'VALIDATION_FAILED',
    )
  })

  it('can be listed, replayed and deleted from the command line', async () => {
    expect(await cli('list')).toMatch(/SMS +c +Hello +1 of 1 +given up +PermanentError: The SMS gateway answered 400/)
    const id = /^(\d+) /m.exec(await cli('list', '--all'))?.[1] ?? ''
    expect(await cli('discard', id)).toBe('Deleted.')
    answer = 200
    expect(await cli('replay', '--given-up')).toBe('2 deliveries are retried now.')
    await run()
    expect(texted).toEqual(['a', 'b'])
    expect(await cli('list')).toBe('No failed deliveries.')
    await expect(cli('replay', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(cli('replay', 'x')).rejects.toThrow('Missing the id of a delivery.')
    await expect(cli('burn')).rejects.toThrow('Unknown command "deliveries burn".')
  })
})
