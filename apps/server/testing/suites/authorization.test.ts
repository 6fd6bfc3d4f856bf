import type { Operation } from '@fettle/protocol'
import { listSessions } from '@fettle/protocol/accounts/auth'
import { createTimeOff } from '@fettle/protocol/availability/availability'
import { addExternalCalendar } from '@fettle/protocol/availability/calendars'
import { createSeries } from '@fettle/protocol/bookings/series'
import { createContractTemplate } from '@fettle/protocol/contracts/templates'
import { createChecklistTemplate } from '@fettle/protocol/bookings/checklists'
import { uploadDocument } from '@fettle/protocol/accounts/documents'
import { createOfferTemplate } from '@fettle/protocol/offers/templates'
import { createPriceBookItem } from '@fettle/protocol/offers/price-book'
import { createQuickReply } from '@fettle/protocol/workspace/quick-replies'
import { getReferrals, sendInvites } from '@fettle/protocol/accounts/referrals'
import { createTicket } from '@fettle/protocol/support/tickets'
import { beforeAll, describe, expect, it } from 'vitest'
import { draftIn } from '../../src/modules/invoices/issue.service.ts'
import { sql } from '../../src/platform/db/db.ts'
import { contractScenarioBetween, signatureOf } from '../fixtures/contract-scenario.ts'
import { asFile, pdf } from '../fixtures/files.ts'
import { createSignedInAccount } from '../fixtures/accounts.ts'
import { offerScenarioBetween } from '../fixtures/offer-scenario.ts'
import { createCustomer, createProvider, requestBooking, type TestProvider } from '../fixtures/providers.ts'
import { addPasskey, confirmPassword } from '../fixtures/second-factors.ts'
import { sendRequest } from '../app/http-request.ts'
import { setUpTestApp } from '../app/test-app.ts'

// Calls every operation without the right to do so. New operations are included automatically.

const testApp = setUpTestApp()
let me: TestProvider
/** Ids of another provider's records, by path parameter. */
const idsOfOtherProvider = new Map<string, string>()

beforeAll(async () => {
  me = await createProvider(testApp)
  const other = await createProvider(testApp)
  const customer = await createCustomer(testApp)
  const booking = await requestBooking(testApp, { provider: other, customer })
  const document = await testApp.call(uploadDocument, { body: { type: 'PASSPORT' }, file: asFile(pdf()) }, other)
  const [session] = await testApp.call(listSessions, {}, other)
  await testApp.call(sendInvites, { body: { destinations: ['a-friend@example.com'] } }, other)
  const [invite] = (await testApp.call(getReferrals, {}, other)).invites
  const items = [{ label: 'Water is off', type: 'CHECK' as const }]
  const template = await testApp.call(createChecklistTemplate, { body: { name: 'Taps', items } }, other)
  const reply = await testApp.call(createQuickReply, { body: { shortcut: 'soon', text: 'Soon.' } }, other)
  const off = { startAt: '2026-03-10T00:00:00.000Z', endAt: '2026-03-11T00:00:00.000Z' }
  const timeOff = await testApp.call(createTimeOff, { body: off }, other)
  const calendar = await testApp.call(addExternalCalendar, { body: { url: 'http://127.0.0.1:9/nobody.ics' } }, other)
  const visits = {
    customerId: customer.id,
    title: 'Clean the gutters',
    location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
    rule: { freq: 'WEEKLY' as const, count: 4 },
    startsOn: '2026-03-20',
    localStart: '09:00',
    durationMinutes: 60,
    conflictPolicy: 'FAIL' as const,
  }
  const series = await testApp.call(createSeries, { body: visits }, other)
  idsOfOtherProvider.set('/v2/bookings/:id', booking.id)
  idsOfOtherProvider.set('/v2/customers/:id', customer.id)
  idsOfOtherProvider.set('/v2/availability/time-off/:id', timeOff.id)
  idsOfOtherProvider.set('/v2/availability/calendars/:id', calendar.id)
  idsOfOtherProvider.set('/v2/booking-series/:id', series.id)
  idsOfOtherProvider.set('/v2/checklist-templates/:id', template.id)
  idsOfOtherProvider.set('/v2/quick-replies/:id', reply.id)
  const quoted = offerScenarioBetween(testApp, other, customer)
  const content = { title: 'Baths', lineItems: [] }
  const offerTemplate = await testApp.call(createOfferTemplate, { body: { name: 'Baths', content } }, other)
  const item = { kind: 'OTHER' as const, name: 'Tap', unit: 'ITEM' as const, unitPrice: 1 }
  const priced = await testApp.call(createPriceBookItem, { body: item }, other)
  idsOfOtherProvider.set('/v2/offers/:id', (await quoted.sent()).id)
  idsOfOtherProvider.set('/v2/offer-templates/:id', offerTemplate.id)
  idsOfOtherProvider.set('/v2/price-book/:id', priced.id)
  idsOfOtherProvider.set('/v2/contracts/:id', (await contractScenarioBetween(testApp, other, customer).blank()).id)
  const contractTemplate = await testApp.call(createContractTemplate, { body: { name: 'Baths', content: {} } }, other)
  idsOfOtherProvider.set('/v2/contract-templates/:id', contractTemplate.id)
  const ticket = { category: 'OTHER' as const, subject: 'Where are my gutters?', text: 'They were here yesterday.' }
  idsOfOtherProvider.set('/v2/support/tickets/:id', (await testApp.call(createTicket, { body: ticket }, other)).id)
  // Articles are public: use one that does not exist.
  idsOfOtherProvider.set('/v2/support/faqs/:slug', 'nothing-of-that-name')
  idsOfOtherProvider.set('/v2/disputes/:id', await disputeOf(other.id, booking.id))
  idsOfOtherProvider.set('/v2/payouts/:id', await payoutOf(other.id))
  idsOfOtherProvider.set('/v2/invoices/:id', await invoiceOf(other.id, customer.id))
  idsOfOtherProvider.set('/v2/reviews/:id', await reviewOf(other.id, booking.id))
  idsOfOtherProvider.set('/v2/dashboard/todos/:id', `RESPOND_REQUEST:${booking.id}`)
  // KPIs exist for every account: use another id.
  idsOfOtherProvider.set('/v2/dashboard/kpis/:key', booking.id)
  idsOfOtherProvider.set('/v2/profile/documents/:id', document.id)
  await confirmPassword(testApp, other)
  const { factor } = await addPasskey(testApp, other)
  idsOfOtherProvider.set('/v2/auth/second-factors/:id', factor.id)
  idsOfOtherProvider.set('/v2/auth/remembered-devices/:id', testApp.deps.ids.next('dev'))
  idsOfOtherProvider.set('/v2/auth/sessions/:id', String(session?.id))
  idsOfOtherProvider.set('/v2/referrals/invites/:id', String(invite?.id))
})

/** Inserts a payout in progress, without the week of work before it. */
async function payoutOf(providerId: string): Promise<string> {
  const id = testApp.deps.ids.next('pyo')
  const at = testApp.clock.now()
  await testApp.db.execute(sql`insert into ledgers (provider_id, currency) values (${providerId}, 'NGN')`)
  await testApp.db.execute(sql`
    insert into payouts (id, provider_id, amount, currency, bank_name, account_name, last4, account_number, schedule, status,
                         requested_at, expected_by, version)
    values (${id}, ${providerId}, 1, 'NGN', 'GTB', 'Ada Obi', '6785', ${Buffer.alloc(1)}, 'MANUAL', 'REQUESTED', ${at}, ${at}, 1)`)
  return id
}

/** Inserts a published review, without the work before it. */
async function reviewOf(providerId: string, bookingId: string): Promise<string> {
  const id = testApp.deps.ids.next('rev')
  const at = testApp.clock.now()
  await testApp.db.execute(sql`
    insert into reviews (id, provider_id, customer_id, work_type, work_id, work_reference, work_title, closes_at, status,
                         rating, comment, created_at, published_at, updated_at)
    select ${id}, ${providerId}, customer_id, 'BOOKING', id, reference, title, ${at}, 'PUBLISHED', 5, '', ${at}, ${at}, ${at}
    from bookings where id = ${bookingId}`)
  return id
}

/** Inserts a dispute about a booking, without the work before it. */
async function disputeOf(providerId: string, bookingId: string): Promise<string> {
  const id = testApp.deps.ids.next('dsp')
  const at = testApp.clock.now()
  await testApp.db.execute(sql`
    insert into disputes (id, provider_id, customer_id, subject_type, subject_id, subject_label, subject_title,
                          subject_status, opened_by, reason_code, statement, status, respond_by, version, created_at, updated_at)
    select ${id}, ${providerId}, customer_id, 'BOOKING', id, reference, title, 'COMPLETED', 'CUSTOMER', 'QUALITY', '', 'OPEN',
           ${at}, 1, ${at}, ${at}
    from bookings where id = ${bookingId}`)
  return id
}

/** Inserts a draft of another provider. */
async function invoiceOf(providerId: string, customerId: string): Promise<string> {
  const invoice = await testApp.db.transaction((tx) =>
    draftIn(testApp.deps, tx, {
      type: 'MILESTONE',
      id: 'mil_1',
      label: 'CT-2026-000001',
      providerId,
      customer: { id: customerId, name: 'Chidi Okafor' },
      title: 'Walls',
      amount: { amount: 1, currency: 'NGN' },
    }),
  )
  return invoice.id
}

const signature = signatureOf('0'.repeat(64), 'Ada Obi')

/** Bodies of operations that need more than an empty one to be parsed. */
const bodies: Record<string, object> = {
  'secondFactors.rename': { name: 'Phone' },
  'series.edit': { scope: 'ALL', title: 'Gutters and roof' },
  'series.previewEdit': { scope: 'ALL', title: 'Gutters and roof' },
  'series.cancel': { scope: 'ALL', reasonCode: 'PROVIDER_UNAVAILABLE' },
  'bookings.addPhoto': { fileId: `fil_${'0'.repeat(26)}`, kind: 'AFTER' },
  'bookings.addChecklistItems': { items: [{ label: 'Water is off', type: 'CHECK' }] },
  'bookings.startTimer': { kind: 'WORK' },
  'bookings.addWorkSegment': {
    kind: 'WORK',
    startedAt: '2026-03-02T08:00:00.000Z',
    endedAt: '2026-03-02T09:00:00.000Z',
    reason: 'Forgotten',
  },
  'bookings.createAdjustment': { lines: [{ description: 'Valve', unitAmount: 100 }], reason: 'Cracked' },
  'bookings.addNote': { text: 'Dog bites.' },
  'bookings.saveTags': { tags: [] },
  'checklists.saveTemplate': { name: 'Taps', items: [{ label: 'Water is off', type: 'CHECK' }] },
  'customers.saveNotes': { note: 'Mine.', tags: [] },
  'quickReplies.create': { shortcut: 'later', text: 'Later.' },
  'quickReplies.save': { shortcut: 'later', text: 'Later.' },
  'quickReplies.order': { ids: [] },
  'bookings.decline': { reasonCode: 'OTHER', note: 'None of your business.' },
  'bookings.rebook': { startAt: '2026-03-20T09:00:00.000Z' },
  'bookings.pause': { reasonCode: 'WEATHER' },
  'bookings.complete': { summary: 'All done.' },
  'bookings.late': { etaAt: '2026-03-20T09:00:00.000Z', reasonCode: 'TRAFFIC' },
  'bookings.reportNoShow': { note: 'Nobody home.' },
  'bookings.contestCancellation': { note: 'That is not how it was.' },
  'bookings.contestNoShow': { note: 'That is not how it was.' },
  'bookings.addContactAttempt': { method: 'CALL' },
  'bookings.proposeTimes': {
    slots: [{ startAt: '2026-03-20T09:00:00.000Z', endAt: '2026-03-20T11:00:00.000Z' }],
    reasonCode: 'OTHER',
  },
  'bookings.acceptProposal': { slotIndex: 0 },
  'offers.saveDraft': { version: 0, content: {} },
  'offers.pass': { reasonCode: 'TOO_FAR' },
  'offers.send': { draftVersion: 1 },
  'offers.withdraw': { reasonCode: 'SENT_BY_MISTAKE' },
  'offers.autoRemind': { enabled: true },
  'offers.extend': { validUntil: '2026-03-20' },
  'offers.convert': { target: 'BOOKING' },
  'offers.cancel': { reasonCode: 'OVERBOOKED' },
  'contracts.edit': { content: {} },
  'contracts.view': { contentHash: '0'.repeat(64) },
  'contracts.send': { signature },
  'contracts.void': { reason: 'None of your business.' },
  'contracts.hold': { reasonCode: 'WEATHER' },
  'contracts.proposeTermination': { reasonCode: 'MUTUAL', effectiveDate: '2026-03-20' },
  'contracts.contestTermination': { note: 'That is not how it was.' },
  'contracts.submitMilestone': { note: 'All done.' },
  'contracts.createAmendment': { title: 'More tiles', reason: 'OTHER' },
  'contracts.editAmendment': { title: 'More tiles', reason: 'OTHER' },
  'contracts.sendAmendment': { signature },
  'contracts.signAmendment': { signature },
  'contractTemplates.save': { name: 'Baths', content: {} },
  'offerTemplates.save': { name: 'Baths', content: {} },
  'bookings.rateCustomer': { rating: 5 },
  'contracts.rateCustomer': { rating: 5 },
  'reviews.reply': { text: 'None of your business.' },
  'reviews.contest': { reasonCode: 'OTHER', note: 'That is not how it was at all.' },
  'tickets.write': { text: 'None of your business.' },
  'tickets.csat': { rating: 5 },
  'faqs.vote': { helpful: true },
  'disputes.respond': { statement: 'That is not how it was at all.' },
  'disputes.evidence': { fileIds: [`fil_${'0'.repeat(26)}`] },
  'disputes.propose': { note: 'None of your business.' },
  'disputes.appeal': { note: 'That is not how it was at all.' },
  'invoices.void': { reason: 'A mistake.' },
  'priceBook.save': { kind: 'OTHER', name: 'Tap', unit: 'ITEM', unitPrice: 1 },
}
const queries: Record<string, string> = { 'bookings.cancellationPreview': '?reasonCode=OTHER' }

async function callAs(
  { method, path, name }: Operation,
  headers: Record<string, string>,
  id = `bkg_${'0'.repeat(26)}`,
) {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const { status, text } = await sendRequest(testApp.url + path.replaceAll(/:[A-Za-z]+/g, id) + (queries[name] ?? ''), {
    method,
    headers: {
      'idempotency-key': `walk-${name}`,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(hasBody ? { body: JSON.stringify(bodies[name] ?? {}) } : {}),
  })
  const { code } = JSON.parse(text) as { code?: string }
  return { status, code }
}
const as = (token: string) => ({ authorization: `Bearer ${token}` })
const served = (...audiences: Operation['audience'][]) =>
  testApp.app.operations.filter(({ audience }) => audiences.includes(audience))

describe('every operation', () => {
  it('that needs a caller is refused without one', async () => {
    const guarded = served('account', 'provider', 'marketplace')
    const strangers: Record<string, string>[] = [
      {},
      as('nonsense'),
      as(me.streamToken),
      { cookie: 'fettle_session=nonsense' },
    ]
    expect(guarded.length).toBeGreaterThan(40)
    for (const operation of guarded) {
      for (const headers of strangers) {
        expect([operation.name, await callAs(operation, headers)]).toEqual([
          operation.name,
          { status: 401, code: 'UNAUTHENTICATED' },
        ])
      }
    }
  })

  it('of a marketplace is refused to a provider, and the reverse', async () => {
    for (const operation of served('marketplace')) {
      expect([operation.name, (await callAs(operation, as(me.token))).status]).toEqual([operation.name, 401])
    }
    for (const operation of served('account', 'provider')) {
      expect([operation.name, (await callAs(operation, as('mk_test_demo'))).status]).toEqual([operation.name, 401])
    }
  })

  it('that needs an onboarded provider is refused before onboarding', async () => {
    const { token } = await createSignedInAccount(testApp)
    for (const operation of served('provider')) {
      expect([operation.name, await callAs(operation, as(token))]).toEqual([
        operation.name,
        { status: 403, code: 'ONBOARDING_REQUIRED' },
      ])
    }
  })

  it('on a record is a 404 for another provider', async () => {
    const named = served('account', 'provider').filter(({ path }) => path.includes(':'))
    expect(named.length).toBeGreaterThan(5)
    for (const operation of named) {
      const place = [...idsOfOtherProvider.keys()].find(
        (prefix) => operation.path === prefix || operation.path.startsWith(`${prefix}/`),
      )
      // For a new kind of record, create one of another provider above.
      expect([operation.name, place]).toEqual([operation.name, expect.any(String)])
      const id = idsOfOtherProvider.get(place ?? '')
      expect([operation.name, await callAs(operation, as(me.token), id)]).toEqual([
        operation.name,
        { status: 404, code: 'NOT_FOUND' },
      ])
      const nothing = id?.replace(/_.*/, `_${'0'.repeat(26)}`)
      expect([operation.name, await callAs(operation, as(me.token), nothing)]).toEqual([
        operation.name,
        { status: 404, code: 'NOT_FOUND' },
      ])
    }
  })

  it('has a unique name and address', () => {
    const { operations } = testApp.app
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length)
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length)
  })
})
