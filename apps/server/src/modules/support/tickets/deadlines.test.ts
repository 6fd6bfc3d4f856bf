import { getOperatorTicket } from '@fettle/protocol/marketplace/support'
import { patchSettings } from '@fettle/protocol/accounts/settings'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import { createProvider, marketplace } from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { createTicketCalls } from '../../../../testing/fixtures/ticket-scenario.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

/** A new provider for each test, because of the limit of ten per day. */
const createTicketOwner = () => createProvider(testApp)
const { ask, reply, write, rowOf, saidIn } = createTicketCalls(testApp)

describe('an unanswered ticket', () => {
  it('is escalated with each missed deadline, in a message to the provider', async () => {
    const me = await createTicketOwner()
    const { id, firstResponseDueAt } = await ask(me, { category: 'OTHER' })
    await testApp.advance(+new Date(firstResponseDueAt ?? '') - +testApp.clock.now())
    expect((await rowOf(id)).priority).toBe('NORMAL')
    await testApp.advance(1)
    const late = await testApp.call(getOperatorTicket, { params: { id } }, marketplace)
    expect(late).toMatchObject({ priority: 'HIGH', promiseMissed: true, status: 'OPEN' })
    expect(late.messages.at(-1)?.text).toMatch(/from normal to high priority\. Expect an answer by \w{3} \d/)
    // The response time of the new priority applies.
    await testApp.advance(+new Date(late.firstResponseDueAt ?? '') - +testApp.clock.now() + 1)
    expect((await rowOf(id)).priority).toBe('URGENT')
    await testApp.advance(30 * DAY_MS)
    expect(await saidIn(id)).toHaveLength(2)
  })

  it('is answered at any length and in any script, and its notification ends with a whole character', async () => {
    const me = await createTicketOwner()
    const { id } = await ask(me)
    await reply(id, '🔧'.repeat(600))
    const { params } = await testApp.db.one<{ params: { excerpt: string } }>(
      sql`select params from notifications where subject_id = ${id} and workflow = 'ticket-replied'`,
    )
    expect(params.excerpt).toBe(`${'🔧'.repeat(199)}…`)
  })

  it('has no deadline once answered', async () => {
    const { id } = await ask(await createTicketOwner(), { category: 'SAFETY' })
    await reply(id)
    await testApp.advance(DAY_MS)
    expect(await rowOf(id)).toMatchObject({ priority: 'URGENT', status: 'PENDING' })
    expect(await saidIn(id)).toEqual([])
  })

  it('is due within the hours set by operators', async () => {
    await testApp.call(
      patchSettings,
      { body: { values: { supportNormalHours: 2, supportWeekdays: 'MO,TU,WE,TH,FR,SA,SU' } } },
      marketplace,
    )
    const { createdAt, firstResponseDueAt } = await ask(await createTicketOwner())
    expect(+new Date(firstResponseDueAt ?? '') - +new Date(createdAt)).toBeLessThan(DAY_MS)
    await testApp.call(
      patchSettings,
      { body: { values: { supportNormalHours: null, supportWeekdays: null } } },
      marketplace,
    )
  })
})

describe('a ticket waiting for the provider', () => {
  it('is reminded of on the third day and resolved after seven', async () => {
    const { id } = await ask(await createTicketOwner())
    await reply(id)
    await testApp.advance(3 * DAY_MS - 1)
    expect(await notificationsOf(testApp, id)).toEqual(['ticket-replied'])
    await testApp.advance(1)
    expect(await notificationsOf(testApp, id)).toEqual(['ticket-replied', 'ticket-waiting'])
    const zone = sql`
      select params ->> 'timeZone' as zone from notifications where subject_id = ${id} and workflow = 'ticket-waiting'`
    expect(await testApp.db.one(zone)).toEqual({ zone: 'Africa/Lagos' })
    await testApp.advance(4 * DAY_MS - 1)
    expect((await rowOf(id)).status).toBe('PENDING')
    await testApp.advance(1)
    expect((await rowOf(id)).status).toBe('RESOLVED')
    expect(await notificationsOf(testApp, id)).toEqual(['ticket-replied', 'ticket-waiting', 'ticket-resolved'])
    expect(await saidIn(id)).toEqual([
      expect.stringContaining('TICKET_REMINDER'),
      expect.stringContaining('TICKET_RESOLVED_SILENTLY'),
    ])
  })

  it('restarts the week with each answer of support, and ends it with a message', async () => {
    const me = await createTicketOwner()
    const { id } = await ask(me)
    await reply(id)
    await testApp.advance(6 * DAY_MS)
    await reply(id, 'Any news?')
    await testApp.advance(6 * DAY_MS)
    expect((await rowOf(id)).status).toBe('PENDING')
    await write(me, id)
    await testApp.advance(8 * DAY_MS)
    expect((await rowOf(id)).status).toBe('OPEN')
  })
})
