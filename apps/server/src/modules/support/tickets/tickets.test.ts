import type { CallInput } from '@fettle/protocol'
import { login } from '@fettle/protocol/accounts/auth'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import {
  getOperatorTicket,
  holdTicket,
  listOperatorTickets,
  replyToTicket,
  replyToTicketWithFile,
  resolveOperatorTicket,
} from '@fettle/protocol/marketplace/support'
import {
  createTicket,
  getTicket,
  getTicketTimeline,
  listTickets,
  rateTicket,
  readTicket,
  reopenTicket,
  resolveTicket,
  writeInTicket,
} from '@fettle/protocol/support/tickets'
import { createUpload } from '@fettle/protocol/common/uploads'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { asFile, picture } from '../../../../testing/fixtures/files.ts'
import { PASSWORD } from '../../../../testing/fixtures/accounts.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { ticketForm, createTicketCalls } from '../../../../testing/fixtures/ticket-scenario.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { createApiKey } from '../../marketplace/index.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()
let ada: TestProvider
let bola: TestProvider
beforeAll(async () => {
  ada = await createProvider(testApp)
  bola = await createProvider(testApp)
})

/** A new provider for each test, because of the limit of ten per day. */
const createTicketOwner = () => createProvider(testApp)
const { ask, reply, write, rowOf, saidIn } = createTicketCalls(testApp)
const get = (who: TestProvider, id: string) => testApp.call(getTicket, { params: { id } }, who)
const settle = (id: string) => testApp.call(resolveOperatorTicket, { params: { id }, body: {} }, marketplace)
async function signInAgain(who: TestProvider) {
  const body = { emailOrPhone: who.email, password: PASSWORD, role: 'PROVIDER' }
  who.token = (await testApp.call(login, { body }, {})).token ?? ''
}

describe('asking support', () => {
  it('opens a ticket whose category sets priority and response time', async () => {
    const me = await createTicketOwner()
    const ticket = await ask(me, {
      category: 'SAFETY',
      subject: 'A customer threatened me',
      diagnostics: { appVersion: '1', browser: 'Chrome', route: '/bookings', requestIds: ['req_1'] },
    })
    expect(ticket).toMatchObject({
      reference: expect.stringMatching(/^SUP-2026-\d{6}$/),
      status: 'OPEN',
      priority: 'URGENT',
      firstResponseDueAt: '2026-03-02T12:00:00.000Z',
      unread: 0,
      diagnostics: { browser: 'Chrome', requestIds: ['req_1'] },
      allowedActions: ['message', 'resolve'],
      messages: [{ author: 'PROVIDER', text: 'Since this morning it does.', readAt: null }],
    })
    const timeline = await testApp.call(getTicketTimeline, { params: { id: ticket.id } }, me)
    expect(timeline.map(({ event, actor }) => [event, actor.type])).toEqual([['ticket.created', 'PROVIDER']])
    // A priority in the input is ignored.
    const body = { ...ticketForm({ category: 'FEEDBACK' }), priority: 'URGENT' }
    expect(await testApp.call(createTicket, { body }, me)).toMatchObject({ priority: 'LOW' })
  })

  it('is refused with a message for each field', async () => {
    const refusal = await testApp.refusal(
      createTicket,
      {
        body: {
          category: 'GOSSIP' as 'OTHER',
          subject: 'Hey',
          text: ' ',
          attachmentIds: Array(6).fill(`fil_${'0'.repeat(26)}`),
        },
      },
      ada,
    )
    expect(refusal).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
    expect(refusal.issues?.map(({ field, message }) => [field, message])).toEqual([
      ['category', 'Choose what it is about.'],
      ['subject', 'Enter a subject of 5 to 120 characters.'],
      ['text', 'Write 1 to 5,000 characters.'],
      ['attachmentIds', 'Add at most 5 files.'],
    ])
  })

  it('takes only files uploaded for it', async () => {
    const file = asFile(await picture(300, 200), 'diary.jpg')
    const { id } = await testApp.call(createUpload, { body: { purpose: 'TICKET' }, file }, ada)
    const ticket = await ask(ada, { attachmentIds: [id] })
    expect(ticket.messages[0]?.attachments).toMatchObject([{ id, name: 'diary.jpg', mime: 'image/jpeg' }])
    const listForOperator = await testApp.call(getOperatorTicket, { params: { id: ticket.id } }, marketplace)
    expect(listForOperator.messages[0]?.attachments[0]?.url).toMatch(/^https?:\/\//)
    const photo = await testApp.call(createUpload, { body: { purpose: 'BOOKING_PHOTO' }, file }, ada)
    for (const [who, fileId] of [
      [ada, photo.id],
      [bola, id],
    ] as const) {
      const refusal = await testApp.refusal(createTicket, { body: ticketForm({ attachmentIds: [fileId] }) }, who)
      expect(refusal.issues?.[0]).toMatchObject({ code: 'NOT_ALLOWED', message: 'Upload this file again.' })
    }
  })

  it('may refer to an own record', async () => {
    const customer = await createCustomer(testApp)
    const booking = await requestBooking(testApp, { provider: ada, customer })
    const related = { type: 'BOOKING' as const, id: booking.id }
    expect((await ask(ada, { related })).related).toEqual({ ...related, label: booking.reference })
    expect(await testApp.refusal(createTicket, { body: ticketForm({ related }) }, bola)).toMatchObject({
      status: 404,
      message: "We couldn't find that booking.",
    })
  })

  it('reports a similar open ticket first, and allows another anyway', async () => {
    const me = await createTicketOwner()
    const first = await ask(me, { anyway: false })
    const otherForm = ticketForm({ anyway: false, subject: 'My diary shows yesterday again' })
    const refusal = await testApp.refusal(createTicket, { body: otherForm }, me)
    expect(refusal).toMatchObject({
      status: 409,
      code: 'TICKET_SIMILAR',
      message: 'You have an open ticket about this. Add to it, or open a new one.',
      details: { ticket: { id: first.id, reference: first.reference } },
    })
    expect((await testApp.call(createTicket, { body: { ...otherForm, anyway: true } }, me)).id).not.toBe(first.id)
    // Neither a different subject nor a resolved ticket is a duplicate.
    await ask(me, { anyway: false, subject: 'Photos do not upload' })
    for (const { id } of await testApp.call(listTickets, {}, me)) await settle(id)
    await ask(me, { anyway: false })
  })

  it('is possible ten times a day, also concurrently', async () => {
    const me = await createTicketOwner()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => testApp.send(createTicket, { body: ticketForm() }, me)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.map(({ body }) => body.message)).toEqual(
      Array(2).fill('You can open 10 tickets a day. Add to an open one, or try again tomorrow.'),
    )
    testApp.clock.advance(DAY_MS + 1)
    await ask(me)
  })
})

describe('a ticket', () => {
  it('has messages of both sides with unread counts', async () => {
    const me = await createTicketOwner()
    const { id } = await ask(me)
    const answered = await reply(id)
    expect(answered).toMatchObject({ status: 'PENDING', unanswered: 0, assignee: { name: 'Bisi' } })
    expect(answered.messages[0]?.readAt).not.toBeNull()
    expect(await get(me, id)).toMatchObject({
      status: 'PENDING',
      unread: 1,
      firstResponseDueAt: null,
      silentUntil: new Date(+testApp.clock.now() + 7 * DAY_MS).toISOString(),
      messages: [{}, { author: 'SUPPORT', authorName: 'Bisi', text: 'Please try again.', readAt: null }],
    })
    expect(await notificationsOf(testApp, id)).toEqual(['ticket-replied'])
    expect(await testApp.call(readTicket, { params: { id } }, me)).toEqual({ unread: 0 })
    expect((await get(me, id)).messages[1]?.readAt).not.toBeNull()
    expect(await write(me, id)).toMatchObject({ status: 'OPEN', unread: 0 })
    // A further message, or a second answer, does not change the status.
    expect(await write(me, id, 'And the clock, too.')).toMatchObject({ status: 'OPEN' })
    await reply(id)
    expect(await reply(id, 'One more thing.')).toMatchObject({ status: 'PENDING' })
    const events = await testApp.call(getTicketTimeline, { params: { id } }, me)
    expect(events.map(({ event, actor }) => `${event} ${actor.type}`)).toEqual([
      'ticket.created PROVIDER',
      'ticket.replied OPERATOR',
      'ticket.replied PROVIDER',
      'ticket.replied PROVIDER',
      'ticket.replied OPERATOR',
      'ticket.replied OPERATOR',
    ])
  })

  it('is answered with a processed file that its owner can open', async () => {
    const me = await createTicketOwner()
    const { id } = await ask(me)
    const params = { id }
    const send = (file: File, text = 'Tap here, please.') =>
      testApp.send(replyToTicketWithFile, { params, body: { text, agentName: 'Bisi' }, file }, marketplace)
    expect((await send(asFile(await picture(300, 200), 'where.jpg'))).status).toBe(201)
    const { status, messages } = await testApp.call(getTicket, { params }, me)
    const lastMessage = messages.at(-1)
    expect([status, lastMessage]).toMatchObject([
      'PENDING',
      { author: 'SUPPORT', authorName: 'Bisi', text: 'Tap here, please.', attachments: [{ name: 'where.jpg' }] },
    ])
    const shown = await fetch(new URL(lastMessage?.attachments[0]?.url ?? '', testApp.url))
    const { width, exif } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect([shown.status, width, exif]).toEqual([200, 300, undefined])
    // Claimed files are not purged.
    await testApp.advance(2 * DAY_MS)
    expect((await testApp.call(getTicket, { params }, me)).messages.at(-1)?.attachments).toHaveLength(1)

    // The file name does not make it a picture, and a file needs a text.
    expect((await send(asFile('MZ, as a program begins', 'where.jpg'))).body).toMatchObject({
      status: 415,
      code: 'FILE_TYPE_NOT_ALLOWED',
    })
    expect((await send(asFile(await picture(300, 200), 'where.jpg'), ' ')).body).toMatchObject({
      status: 422,
      issues: [{ field: 'text', message: 'Write 1 to 5,000 characters.' }],
    })
    await testApp.call(resolveTicket, { params, body: {} }, me)
    expect((await send(asFile(await picture(300, 200), 'late.jpg'))).body).toMatchObject({
      status: 409,
      code: 'INVALID_TRANSITION',
    })
  })

  it('is on hold until its date, and reopens by itself', async () => {
    const me = await createTicketOwner()
    const { id } = await ask(me)
    const hold = (until: string) =>
      ({ params: { id }, body: { reason: 'The bank is looking into it.', until } }) as const
    for (const until of [testApp.inHours(-1), testApp.inHours(91 * 24)]) {
      const refusal = await testApp.refusal(holdTicket, hold(until), marketplace)
      expect(refusal.issues?.[0]?.message).toBe('Choose a time within the next 90 days.')
    }
    const held = await testApp.call(holdTicket, hold(testApp.inHours(48)), marketplace)
    expect(held).toMatchObject({ status: 'ON_HOLD', hold: { reason: 'The bank is looking into it.' } })
    expect(await saidIn(id)).toEqual([expect.stringContaining('The bank is looking into it.')])
    // A message during the hold leaves it on hold.
    expect(await write(me, id)).toMatchObject({ status: 'ON_HOLD' })
    expect(await testApp.refusal(holdTicket, hold(testApp.inHours(72)), marketplace)).toMatchObject({
      code: 'INVALID_TRANSITION',
    })
    await testApp.advance(47 * HOUR_MS)
    expect((await rowOf(id)).status).toBe('ON_HOLD')
    await testApp.advance(HOUR_MS)
    expect((await rowOf(id)).status).toBe('OPEN')
  })

  it('on hold needs no reading of an answer any more once its owner read it or wrote back, or it is resolved', async () => {
    const answeredOnHold = async () => {
      const me = await createTicketOwner()
      const { id } = await ask(me)
      const held = { params: { id }, body: { reason: 'The bank is looking into it.', until: testApp.inHours(48) } }
      await testApp.call(holdTicket, held, marketplace)
      await testApp.call(replyToTicket, { params: { id }, body: { text: 'It takes a day more.' } }, marketplace)
      return { me, id }
    }
    const unresolved = async (id: string) =>
      (await testApp.db.query(sql`select from notifications where subject_id = ${id} and resolved_at is null`)).length
    const written = await answeredOnHold()
    expect(await unresolved(written.id)).toBe(1)
    await write(written.me, written.id)
    expect(await unresolved(written.id)).toBe(0)
    const resolved = await answeredOnHold()
    await testApp.call(resolveTicket, { params: { id: resolved.id }, body: {} }, resolved.me)
    expect(await unresolved(resolved.id)).toBe(0)
    const readLater = await answeredOnHold()
    const writtenLater = await answeredOnHold()
    await testApp.advance(49 * HOUR_MS)
    expect((await rowOf(readLater.id)).status).toBe('OPEN')
    expect(await unresolved(readLater.id)).toBe(1)
    await testApp.call(readTicket, { params: { id: readLater.id } }, readLater.me)
    expect(await unresolved(readLater.id)).toBe(0)
    await write(writtenLater.me, writtenLater.id)
    expect(await unresolved(writtenLater.id)).toBe(0)
  })

  it('is resolved by either side, reopened by its owner, and rated', async () => {
    const me = await createTicketOwner()
    const { id } = await ask(me)
    const rate = { params: { id }, body: { rating: 5, comment: 'Quick.' } }
    expect(await testApp.refusal(rateTicket, rate, me)).toMatchObject({
      status: 409,
      message: 'This is not possible while the ticket is open.',
      details: { from: 'OPEN', allowed: ['message', 'resolve'] },
    })
    expect(await testApp.call(resolveTicket, { params: { id }, body: {} }, me)).toMatchObject({
      status: 'RESOLVED',
      closesAt: new Date(+testApp.clock.now() + 14 * DAY_MS).toISOString(),
      allowedActions: ['message', 'reopen', 'csat'],
    })
    // Solving one's own ticket sends no notification.
    expect(await notificationsOf(testApp, id)).toEqual([])
    expect((await testApp.refusal(resolveTicket, { params: { id }, body: {} }, me)).code).toBe('INVALID_TRANSITION')
    expect(await testApp.call(rateTicket, rate, me)).toMatchObject({ csat: { rating: 5, comment: 'Quick.' } })
    expect((await testApp.refusal(rateTicket, { params: { id }, body: { rating: 6 } }, me)).issues?.[0]).toMatchObject({
      field: 'rating',
      message: 'Choose a rating from 1 to 5.',
    })
    expect(await testApp.call(reopenTicket, { params: { id }, body: {} }, me)).toMatchObject({ status: 'OPEN' })
    expect((await testApp.refusal(reopenTicket, { params: { id }, body: {} }, me)).code).toBe('INVALID_TRANSITION')
    expect(await settle(id)).toMatchObject({ status: 'RESOLVED' })
    expect(await notificationsOf(testApp, id)).toEqual(['ticket-resolved'])
    expect(
      await testApp.refusal(replyToTicket, { params: { id }, body: { text: 'Hello?' } }, marketplace),
    ).toMatchObject({
      code: 'INVALID_TRANSITION',
    })
    expect((await testApp.refusal(resolveOperatorTicket, { params: { id }, body: {} }, marketplace)).code).toBe(
      'INVALID_TRANSITION',
    )
    // A message reopens it too.
    expect(await write(me, id)).toMatchObject({ status: 'OPEN', resolvedAt: null })
  })

  it('is not changed by an outdated version', async () => {
    const me = await createTicketOwner()
    const { id, version } = await ask(me)
    await reply(id)
    for (const operation of [resolveTicket, reopenTicket] as const) {
      const refusal = await testApp.refusal(operation, { params: { id }, body: { version } }, me)
      expect(refusal).toMatchObject({ status: 409, code: 'VERSION_CONFLICT' })
    }
  })

  it('is closed two weeks after it was resolved; one follow-up is linked', async () => {
    const me = await createTicketOwner()
    const { id, reference } = await ask(me)
    const early = await testApp.refusal(createTicket, { body: ticketForm({ followsUpId: id }) }, me)
    expect(early).toMatchObject({ code: 'INVALID_TRANSITION', details: { from: 'OPEN', action: 'follow-up' } })
    await settle(id)
    await testApp.advance(14 * DAY_MS - 1)
    expect((await rowOf(id)).status).toBe('RESOLVED')
    await testApp.advance(1)
    expect((await rowOf(id)).status).toBe('CLOSED')
    await signInAgain(me)
    for (const [operation, body] of [
      [writeInTicket, { text: 'It is back.' }],
      [reopenTicket, {}],
    ] as const) {
      expect(await testApp.refusal(operation, { params: { id }, body: body as { text: string } }, me)).toMatchObject({
        status: 409,
        code: 'TICKET_CLOSED',
        message: 'This ticket is closed. Start a new one and we will link it.',
        details: { from: 'CLOSED', allowed: ['csat', 'follow-up'] },
      })
    }
    const foreign = await createProvider(testApp)
    expect((await testApp.refusal(createTicket, { body: ticketForm({ followsUpId: id }) }, foreign)).status).toBe(404)
    const next = await ask(me, { followsUpId: id })
    expect(next.followsUp).toEqual({ id, reference })
    expect(await get(me, id)).toMatchObject({
      status: 'CLOSED',
      mergedInto: { id: next.id, reference: next.reference },
      allowedActions: ['csat'],
    })
    expect((await testApp.refusal(createTicket, { body: ticketForm({ followsUpId: id }) }, me)).code).toBe(
      'INVALID_TRANSITION',
    )
  })

  it('of another provider is a 404', async () => {
    const me = await createTicketOwner()
    const bola = await createTicketOwner()
    const { id } = await ask(me)
    const params = { id }
    const answers = [
      await testApp.refusal(getTicket, { params }, bola),
      await testApp.refusal(getTicketTimeline, { params }, bola),
      await testApp.refusal(writeInTicket, { params, body: { text: 'Hello' } }, bola),
      await testApp.refusal(readTicket, { params }, bola),
      await testApp.refusal(resolveTicket, { params, body: {} }, bola),
      await testApp.refusal(reopenTicket, { params, body: {} }, bola),
      await testApp.refusal(rateTicket, { params, body: { rating: 1 } }, bola),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  })
})

describe('lists of tickets', () => {
  it('contain own tickets, latest message first, paged and by status', async () => {
    const me = await createTicketOwner()
    const ticketIds: string[] = []
    for (const subject of ['First question', 'Second question', 'Third question']) {
      ticketIds.push((await ask(me, { subject })).id)
      testApp.clock.advance(1_000)
    }
    await reply(ticketIds[0] ?? '')
    const first = await testApp.send(listTickets, { query: { limit: 2 } }, me)
    if (!first.body.success) throw new Error('refused')
    expect(first.body.data.map(({ subject }) => subject)).toEqual(['First question', 'Third question'])
    expect(first.body.meta).toMatchObject({
      total: 3,
      unread: 1,
      countsByStatus: { OPEN: 2, PENDING: 1, ON_HOLD: 0, RESOLVED: 0, CLOSED: 0 },
    })
    const cursor = String(first.body.meta?.['nextCursor'])
    const second = await testApp.send(listTickets, { query: { limit: 2, cursor } }, me)
    if (!second.body.success) throw new Error('refused')
    expect(second.body.data.map(({ subject }) => subject)).toEqual(['Second question'])
    expect(second.body.meta?.['nextCursor']).toBeNull()
    const pending = await testApp.call(listTickets, { query: { status: 'PENDING' } }, me)
    expect(pending.map(({ id }) => id)).toEqual([ticketIds[0]])
  })

  it('for operators are sorted by age and filtered', async () => {
    const me = await createTicketOwner()
    const safety = await ask(me, { category: 'SAFETY', subject: 'Somebody got hurt' })
    testApp.clock.advance(1_000)
    const other = await ask(me, { subject: 'Something else' })
    const listForOperator = (query: CallInput<typeof listOperatorTickets>['query']) =>
      testApp.call(listOperatorTickets, { query: { providerId: me.id, ...query } }, marketplace)
    expect((await listForOperator({})).map(({ id }) => id)).toEqual([safety.id, other.id])
    expect((await listForOperator({}))[0]).toMatchObject({ providerId: me.id, unanswered: 1 })
    expect((await listForOperator({ priority: 'URGENT' })).map(({ id }) => id)).toEqual([safety.id])
    expect((await listForOperator({ category: 'TECHNICAL' })).map(({ id }) => id)).toEqual([other.id])
    expect(await listForOperator({ status: 'RESOLVED' })).toEqual([])
    const one = await testApp.send(listOperatorTickets, { query: { providerId: me.id, limit: 1 } }, marketplace)
    if (!one.body.success) throw new Error('refused')
    expect(one.body.meta).toMatchObject({ total: 2 })
    const cursor = String(one.body.meta?.['nextCursor'])
    expect((await listForOperator({ limit: 1, cursor })).map(({ id }) => id)).toEqual([other.id])
  })

  it("for operators need an operator's key", async () => {
    const { key } = await createApiKey(testApp.deps, testApp.db, { name: 'Shop', scopes: ['bookings', 'customers'] })
    expect((await testApp.refusal(listOperatorTickets, {}, { token: key })).status).toBe(403)
    const { id } = await ask(await createTicketOwner())
    const body = { text: 'Hello' }
    expect((await testApp.refusal(replyToTicket, { params: { id }, body }, { token: key })).status).toBe(403)
    const gone = `tkt_${'0'.repeat(26)}`
    expect((await testApp.refusal(replyToTicket, { params: { id: gone }, body }, marketplace)).status).toBe(404)
    expect((await testApp.refusal(getOperatorTicket, { params: { id: gone } }, marketplace)).status).toBe(404)
  })
})
