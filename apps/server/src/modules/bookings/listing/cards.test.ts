import { acceptBooking, proposeTimes } from '@fettle/protocol/bookings/actions'
import { getBooking, listBookingCards } from '@fettle/protocol/bookings'
import { bookingCardsMax } from '@fettle/protocol/bookings/constants'
import { HOUR_MS } from '@fettle/protocol/core/durations'
import { describe, expect, it } from 'vitest'
import { createCustomer, createProvider, requestBooking } from '../../../../testing/fixtures/providers.ts'
import { countStatements } from '../../../../testing/app/count-statements.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'

const testApp = setUpTestApp()

async function pair() {
  const provider = await createProvider(testApp)
  const customer = await createCustomer(testApp)
  const requestJob = (hours: number) => requestBooking(testApp, { provider, customer, startAt: testApp.inHours(hours) })
  const cards = (...ids: string[]) => testApp.call(listBookingCards, { query: { ids: ids.join(',') } }, provider)
  return { provider, customer, requestJob, cards }
}

describe('booking cards', () => {
  it('contain the same status and actions as the booking', async () => {
    const { provider, requestJob, cards } = await pair()
    const [requested, agreed, rival] = [await requestJob(24), await requestJob(72), await requestJob(73)]
    await testApp.call(acceptBooking, { params: { id: agreed.id }, body: {} }, provider)
    const slots = [{ startAt: testApp.inHours(96), endAt: testApp.inHours(98) }]
    const moving = { params: { id: requested.id }, body: { slots, reasonCode: 'OTHER' as const } }
    await testApp.call(proposeTimes, moving, provider)

    const answered = await cards(requested.id, agreed.id, rival.id)
    expect(answered.map(({ id }) => id).sort()).toEqual([requested.id, agreed.id, rival.id].sort())
    for (const card of answered) {
      const booking = await testApp.call(getBooking, { params: { id: card.id } }, provider)
      const { id, status, version, slotTaken, awaitingParty, pendingProposal, allowedActions } = booking
      expect(card).toMatchObject({ id, status, version, slotTaken, awaitingParty, pendingProposal, allowedActions })
    }
    expect(answered.find(({ id }) => id === rival.id)).toMatchObject({ slotTaken: true, status: 'REQUESTED' })
    expect(answered.find(({ id }) => id === rival.id)?.allowedActions).not.toContain('accept')
  })

  it('ignore the slot held for their own proposal', async () => {
    const { provider, requestJob, cards } = await pair()
    const { id, startAt, endAt } = await requestJob(48)
    const slots = [{ startAt: new Date(Date.parse(startAt) + HOUR_MS).toISOString(), endAt: testApp.inHours(51) }]
    expect(Date.parse(endAt)).toBeGreaterThan(Date.parse(slots[0]?.startAt ?? ''))
    await testApp.call(proposeTimes, { params: { id }, body: { slots, reasonCode: 'OTHER' } }, provider)
    expect(await cards(id)).toMatchObject([{ id, slotTaken: false, pendingProposal: { status: 'PENDING' } }])
  })

  it('leave out unknown bookings and those of others', async () => {
    const [ownPair, otherPair] = [await pair(), await pair()]
    const [own, other] = [await ownPair.requestJob(24), await otherPair.requestJob(24)]
    const found = await ownPair.cards(other.id, own.id, own.id, 'bkg_00000000000000000000000000', 'anything at all')
    expect(found.map(({ id }) => id)).toEqual([own.id])
    expect(await ownPair.cards()).toEqual([])
  })

  it('hide what the provider may not see yet', async () => {
    const { requestJob, cards } = await pair()
    const { id } = await requestJob(24)
    const [card] = await cards(id)
    expect(card?.customer.phone).toContain('•')
  })

  it('take the same number of statements for thirty bookings as for two', async () => {
    const { requestJob, cards } = await pair()
    const ids: string[] = []
    for (let index = 0; index < 30; index += 1) ids.push((await requestJob(24 + index * 4)).id)
    const counted = (some: string[]) => countStatements(testApp, () => cards(...some))
    await cards(...ids)
    const few = await counted(ids.slice(0, 2))
    expect(few).toBeGreaterThan(0)
    expect(await counted(ids)).toBe(few)
  })

  it('are refused without a token and beyond fifty', async () => {
    const { provider } = await pair()
    expect(await testApp.refusal(listBookingCards, { query: { ids: '' } })).toMatchObject({ status: 401 })
    const ids = Array.from({ length: bookingCardsMax + 1 }, (_, index) => `bkg_${index}`).join(',')
    expect(await testApp.refusal(listBookingCards, { query: { ids } }, provider)).toMatchObject({
      status: 422,
      issues: [{ field: 'ids', message: 'Request at most 50 bookings at a time.' }],
    })
  })
})
