import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { acceptOffer, askAboutOffer, declineOffer, viewMarketplaceOffer } from '@fettle/protocol/marketplace/offers'
import { autoRemindOfOffer, extendOffer, remindOfOffer, saveOfferDraft } from '@fettle/protocol/offers/actions'
import { getOffer } from '@fettle/protocol/offers'
import { describe, expect, it } from 'vitest'
import { bathroomOffer, createOfferScenario } from '../../../../testing/fixtures/offer-scenario.ts'
import { marketplace } from '../../../../testing/fixtures/providers.ts'
import { notificationsOf } from '../../../../testing/fixtures/sent-notifications.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { startSession } from '../../auth/index.ts'

const testApp = setUpTestApp()

describe('an offer over time', () => {
  it('reminds the customer twice, warns the provider, and expires at the end of its last day', async () => {
    const { sent, read, accepting, readAsCustomer } = await createOfferScenario(testApp)
    const { id } = await sent({ validUntil: testApp.dayIn(5) })
    const input = await accepting(id)
    await testApp.advance(5 * DAY_MS + 12 * HOUR_MS)
    expect(await read(id)).toMatchObject({ status: 'EXPIRED', lostReason: { by: 'SYSTEM' } })
    expect((await readAsCustomer(id)).timeline.map(({ event }) => event).slice(-3)).toEqual([
      'offer.reminded',
      'offer.reminded',
      'offer.expired',
    ])
    const notifications = await notificationsOf(testApp, id)
    expect(notifications).toContain('offer-expiring')
    expect(notifications).toContain('offer-expired')
    expect(await testApp.refusal(acceptOffer, input, marketplace)).toMatchObject({
      status: 410,
      code: 'OFFER_EXPIRED',
      message: 'This offer has expired.',
    })
    expect((await testApp.refusal(viewMarketplaceOffer, { params: { id }, body: {} }, marketplace)).code).toBe(
      'OFFER_EXPIRED',
    )
  })

  it('refuses an answer after the deadline even before the timer has run', async () => {
    const { sent, accepting } = await createOfferScenario(testApp)
    const { id } = await sent({ validUntil: testApp.dayIn(1) })
    const input = await accepting(id)
    testApp.clock.advance(2 * DAY_MS)
    expect((await testApp.refusal(acceptOffer, input, marketplace)).code).toBe('OFFER_EXPIRED')
    expect(
      (await testApp.refusal(declineOffer, { params: { id }, body: { reasonCode: 'TIMING' } }, marketplace)).status,
    ).toBe(410)
  })

  it('can be extended three times, also after expiry', async () => {
    const { provider, sent, read } = await createOfferScenario(testApp)
    const { id } = await sent({ validUntil: testApp.dayIn(1) })
    const extend = (days: number) =>
      testApp.call(extendOffer, { params: { id }, body: { validUntil: testApp.dayIn(days) } }, provider)
    expect(await extend(3)).toMatchObject({ status: 'SENT', revisionNumber: 1, extensions: { used: 1, limit: 3 } })
    const earlier = { params: { id }, body: { validUntil: testApp.dayIn(2) } }
    expect((await testApp.refusal(extendOffer, earlier, provider)).issues?.[0]?.message).toBe(
      'Choose a later day than the current expiry date.',
    )
    await testApp.advance(5 * DAY_MS)
    expect((await read(id)).status).toBe('EXPIRED')
    expect(await extend(4)).toMatchObject({ status: 'SENT', lostReason: null })
    await extend(6)
    const once = { params: { id }, body: { validUntil: testApp.dayIn(8) } }
    expect(await testApp.refusal(extendOffer, once, provider)).toMatchObject({
      code: 'EXTENSION_LIMIT',
      message: 'An offer can be extended 3 times. Send a new revision instead.',
    })
  })

  it('sends no reminder at once when extended by a day or two', async () => {
    const { provider, sent, readAsCustomer } = await createOfferScenario(testApp)
    const { id } = await sent({ validUntil: testApp.dayIn(5) })
    await testApp.advance(4 * DAY_MS + 6 * HOUR_MS)
    const reminders = async () =>
      (await readAsCustomer(id)).timeline.filter(({ event }) => event === 'offer.reminded').length
    const before = await reminders()
    await testApp.call(extendOffer, { params: { id }, body: { validUntil: testApp.dayIn(2) } }, provider)
    await testApp.deps.jobs.runDue()
    expect(await reminders()).toBe(before)
  })

  it('resolves the warning of its end when it is extended or sent again', async () => {
    const { provider, sent, send, view } = await createOfferScenario(testApp)
    const openWarnings = async (id: string) =>
      (
        await testApp.db.query<{ workflow: string }>(sql`
          select workflow from notifications
          where subject_id = ${id} and workflow = 'offer-expiring' and resolved_at is null`)
      ).length
    const warned = async () => {
      const { id } = await sent({ validUntil: testApp.dayIn(2) })
      await testApp.advance(2 * DAY_MS)
      expect(await openWarnings(id)).toBe(1)
      return id
    }
    const extended = await warned()
    await testApp.call(extendOffer, { params: { id: extended }, body: { validUntil: testApp.dayIn(9) } }, provider)
    expect(await openWarnings(extended)).toBe(0)
    const revised = await warned()
    await send(revised, { validUntil: testApp.dayIn(9), intro: 'Cheaper.' })
    expect(await openWarnings(revised)).toBe(0)
    const viewed = await warned()
    await view(viewed)
    expect(await openWarnings(viewed)).toBe(1)
  })

  it('is closed thirty days after expiry or decline', async () => {
    const { provider, sent } = await createOfferScenario(testApp, { isNew: true })
    const { id } = await sent()
    await testApp.call(declineOffer, { params: { id }, body: { reasonCode: 'SCOPE' } }, marketplace)
    testApp.clock.advance(30 * DAY_MS + 1)
    // The session has expired by then.
    const back = await testApp.db.transaction((tx) => startSession(testApp.deps, tx, provider.id))
    const later = { token: back.token }
    expect((await testApp.call(getOffer, { params: { id } }, later)).allowedActions).toEqual(['duplicate'])
    const body = { version: 0, content: bathroomOffer }
    expect((await testApp.refusal(saveOfferDraft, { params: { id }, body }, later)).code).toBe('INVALID_TRANSITION')
  })

  it('allows a reminder every two days, three in total', async () => {
    const { provider, sent } = await createOfferScenario(testApp, { isNew: true })
    const { id } = await sent({ validUntil: testApp.dayIn(30) })
    const params = { id }
    expect(await testApp.call(remindOfOffer, { params, body: {} }, provider)).toMatchObject({
      reminders: { sent: 1, limit: 3 },
    })
    expect(await testApp.refusal(remindOfOffer, { params, body: {} }, provider)).toMatchObject({
      status: 409,
      code: 'REMINDER_TOO_SOON',
      message: expect.stringMatching(/^You can remind the customer again from \w{3} \d+ \w{3}, \d\d:\d\d\.$/),
    })
    for (let n = 2; n <= 3; n += 1) {
      testApp.clock.advance(2 * DAY_MS)
      await testApp.call(remindOfOffer, { params, body: {} }, provider)
    }
    testApp.clock.advance(2 * DAY_MS)
    expect(await testApp.refusal(remindOfOffer, { params, body: {} }, provider)).toMatchObject({
      code: 'REMINDER_LIMIT',
      message: 'You can send 3 reminders at most.',
    })
  })

  it('reminds automatically after three and seven days once that is on', async () => {
    const { provider, sent, read } = await createOfferScenario(testApp, { isNew: true })
    const { id, reminders, sentAt } = await sent({ validUntil: testApp.dayIn(20) })
    expect(reminders).toMatchObject({ automatic: false, nextAutomaticAt: null })
    const dueAfter = (days: number) => new Date(Date.parse(sentAt ?? '') + days * DAY_MS).toISOString()
    const input = { params: { id }, body: { enabled: true } }
    expect((await testApp.call(autoRemindOfOffer, input, provider)).reminders).toMatchObject({
      automatic: true,
      nextAutomaticAt: dueAfter(3),
    })
    await testApp.advance(3 * DAY_MS)
    expect((await read(id)).reminders).toMatchObject({ sent: 1, automatic: true, nextAutomaticAt: dueAfter(7) })
    await testApp.advance(4 * DAY_MS)
    expect((await read(id)).reminders).toMatchObject({ sent: 2, automatic: true, nextAutomaticAt: null })
  })

  it('sends no automatic reminder within two days of one by the provider', async () => {
    const { provider, sent, read } = await createOfferScenario(testApp, { isNew: true })
    const { id } = await sent({ validUntil: testApp.dayIn(20) })
    await testApp.call(autoRemindOfOffer, { params: { id }, body: { enabled: true } }, provider)
    testApp.clock.advance(2 * DAY_MS)
    await testApp.call(remindOfOffer, { params: { id }, body: {} }, provider)
    await testApp.advance(2 * DAY_MS)
    expect((await read(id)).reminders.sent).toBe(1)
  })

  it('stops automatic reminders when the customer answers or asks, or the provider turns them off', async () => {
    const { provider, sent, read } = await createOfferScenario(testApp, { isNew: true })
    const enable = async () => {
      const { id } = await sent({ validUntil: testApp.dayIn(20) })
      await testApp.call(autoRemindOfOffer, { params: { id }, body: { enabled: true } }, provider)
      return id
    }
    const [declined, questioned, off] = [await enable(), await enable(), await enable()]
    await testApp.call(declineOffer, { params: { id: declined }, body: { reasonCode: 'TIMING' } }, marketplace)
    await testApp.call(
      askAboutOffer,
      { params: { id: questioned }, body: { text: 'Is the tap included?' } },
      marketplace,
    )
    await testApp.call(autoRemindOfOffer, { params: { id: off }, body: { enabled: false } }, provider)
    await testApp.advance(8 * DAY_MS)
    for (const id of [declined, questioned, off]) expect((await read(id)).reminders.sent).toBe(0)
    expect((await read(questioned)).reminders.automatic).toBe(false)
  })

  it('closes a request without quotes', async () => {
    const { provider, requestOffer, read } = await createOfferScenario(testApp)
    const { id } = await requestOffer({ urgency: 'EMERGENCY' })
    await testApp.advance(2 * HOUR_MS)
    expect(await read(id)).toMatchObject({ status: 'EXPIRED', lostReason: { by: 'SYSTEM' } })
    expect(await notificationsOf(testApp, id)).toContain('offer-expired')
    const extend = { params: { id }, body: { validUntil: testApp.dayIn(3) } }
    expect((await testApp.refusal(extendOffer, extend, provider)).code).toBe('INVALID_TRANSITION')
  })
})
