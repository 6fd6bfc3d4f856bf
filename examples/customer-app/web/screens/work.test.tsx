import { ContractDraft } from '@fettle/protocol/contracts/content'
import { expect, it, vi } from 'vitest'
import { answerCalls, receivedCalls } from '../testing/back-end.ts'
import { findControl, press, readScreen, show } from '../testing/screen.ts'
import { BookingPage } from './booking.tsx'
import { ContractPage } from './contract.tsx'
import { WorkPage } from './work.tsx'

HTMLDialogElement.prototype.showModal ??= () => undefined
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.dispatchEvent(new Event('close'))
}

it('lists a job with its time in the time zone of the work', async () => {
  const startAt = '2026-12-02T18:00:00.000Z'
  const job = { id: 'bkg_1', title: 'Tap', status: 'CONFIRMED', createdAt: startAt, startAt }
  const none = () => []
  answerCalls({
    listBookings: () => [{ ...job, timeZone: 'Pacific/Kiritimati' }],
    listOffers: none,
    listContracts: none,
    listInvoices: none,
    listDisputes: none,
    getBooking: () => ({ status: 'CONFIRMED', allowedActions: [], priceAdjustments: [] }),
  })
  await show(<WorkPage />)
  await expect.poll(readScreen).toMatch(/Thu,? 3 Dec, 08:00/)
})

it('lists what waits for the customer about a job', async () => {
  const job = { id: 'bkg_1', title: 'Tap', createdAt: '2026-12-02T18:00:00.000Z', startAt: null }
  const none = () => []
  const nothing = { allowedActions: [], priceAdjustments: [] }
  const list = async (status: string, booking: object) => {
    answerCalls({
      listBookings: () => [{ ...job, status }],
      listOffers: none,
      listContracts: none,
      listInvoices: none,
      listDisputes: none,
      getBooking: () => ({ ...nothing, status, ...booking }),
    })
    await show(<WorkPage />)
  }
  await list('REQUESTED', { awaitingParty: 'CUSTOMER', allowedActions: ['accept', 'decline'] })
  await expect.poll(readScreen).toMatch('Waiting for youTapJob · no time yetPlease answer')
  await list('CONFIRMED', { pendingProposal: { proposedBy: 'PROVIDER' } })
  await expect.poll(readScreen).toMatch('Waiting for youTapJob · no time yet · other times to answer')
  await list('IN_PROGRESS', { priceAdjustments: [{ allowedActions: ['approve', 'decline'] }] })
  await expect.poll(readScreen).toMatch('Waiting for youTapJob · no time yet · price to agree to')
  await list('REQUESTED', { awaitingParty: 'PROVIDER', pendingProposal: { proposedBy: 'CUSTOMER' } })
  await expect.poll(readScreen).toMatch('Everything elseTapJob · no time yetWaiting for an answer')
})

it('lists what is left to pay of an invoice paid in part', async () => {
  const naira = (amount: number) => ({ amount, currency: 'NGN' })
  const invoice = { id: 'inv_1', title: 'Tap', status: 'PARTIALLY_PAID', createdAt: '2026-12-02T18:00:00.000Z' }
  const none = () => []
  answerCalls({
    listBookings: none,
    listOffers: none,
    listContracts: none,
    listInvoices: () => [{ ...invoice, total: naira(150_000), due: naira(50_000) }],
    listDisputes: none,
  })
  await show(<WorkPage />)
  await expect.poll(readScreen).toMatch('Invoice · ₦500 left to pay')
})

it('lists what waits for the customer in a running contract', async () => {
  const contract = { status: 'ACTIVE', createdAt: '2026-12-02T18:00:00.000Z', total: { amount: 100, currency: 'NGN' } }
  const none = () => []
  const details = { allowedActions: [], amendments: [{ allowedActions: [] }], milestones: [{ allowedActions: [] }] }
  const list = async (waiting: object) => {
    answerCalls({
      listBookings: none,
      listOffers: none,
      listContracts: () => [{ ...contract, id: 'ctr_1', title: 'House' }],
      listInvoices: none,
      listDisputes: none,
      getContract: () => ({ ...details, ...waiting }),
    })
    await show(<WorkPage />)
  }
  await list({ amendments: [{ allowedActions: ['sign', 'decline'] }] })
  await expect.poll(readScreen).toMatch('Waiting for youHouseContract · ₦1 · change order to sign')
  await list({ milestones: [{ allowedActions: ['approve', 'request-changes'] }] })
  await expect.poll(readScreen).toMatch('Waiting for youHouseContract · ₦1 · work to approve')
  await list({ allowedActions: ['accept-termination'] })
  await expect.poll(readScreen).toMatch('Waiting for youHouseContract · ₦1 · proposal to end it')
  await list({})
  await expect.poll(readScreen).toMatch('Everything elseHouseContract · ₦1')
})

it('lists disputes, first those in which something waits for the customer', async () => {
  const dispute = { id: 'dsp_1', subject: { title: 'Tap' }, createdAt: '2026-12-02T18:00:00.000Z' }
  const none = () => []
  const list = async (more: object) => {
    answerCalls({
      listBookings: none,
      listOffers: none,
      listContracts: none,
      listInvoices: none,
      listDisputes: () => [{ ...dispute, ...more }],
    })
    await show(<WorkPage />)
  }
  await list({ status: 'OPEN', amountInDispute: { amount: 100, currency: 'NGN' }, stage: { awaiting: ['CUSTOMER'] } })
  await expect.poll(readScreen).toMatch('Waiting for youTapDispute · ₦1Open')
  expect((await findControl(/^Tap/)).getAttribute('href')).toBe('#disputes/dsp_1')
  await list({ status: 'UNDER_REVIEW', amountInDispute: null, stage: { awaiting: ['OPERATOR'] } })
  await expect.poll(readScreen).toMatch('Everything elseTapDisputeUnder review')
})

it('shows the dates of a contract as they were agreed, wherever the customer is', async () => {
  const { DateTimeFormat } = Intl
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locale, options) {
    return new DateTimeFormat(locale, { ...options, timeZone: options?.timeZone ?? 'America/Los_Angeles' })
  })
  const amount = { amount: 100, currency: 'NGN' }
  const milestone = {
    id: 'mil_1',
    title: 'Walls',
    amount,
    status: 'PLANNED',
    dueDate: '2026-12-03',
    allowedActions: [],
  }
  const content = ContractDraft.parse({ startDate: '2026-12-01', endDate: '2026-12-24' })
  answerCalls({
    getContract: () => ({
      title: 'House',
      status: 'ACTIVE',
      provider: { name: 'Ada' },
      total: amount,
      currency: 'NGN',
      progress: { percent: 0 },
      signatures: [],
      milestones: [milestone],
      amendments: [],
      allowedActions: [],
      files: [],
      document: { content, customer: { name: 'Sarah' } },
    }),
  })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch('until 3 Dec 2026')
  await expect.poll(readScreen).toMatch('1 Dec 2026 to 24 Dec 2026')
})

it('proposes other times once: the next proposal begins without any', async () => {
  const slot = { startAt: '2026-12-02T09:00:00.000Z', endAt: '2026-12-02T10:00:00.000Z' }
  const booking = { id: 'bkg_1', title: 'Tap', status: 'CONFIRMED', providerId: 'usr_1', durationMinutes: 60 }
  answerCalls({
    getBooking: () => ({
      ...booking,
      provider: { name: 'Ada' },
      location: {},
      price: {},
      photos: [],
      timeline: [],
      priceAdjustments: [],
      allowedActions: ['reschedule'],
    }),
    listSlots: () => ({ timeZone: 'UTC', slots: [slot] }),
    proposeTimes: () => ({}),
  })
  await show(<BookingPage id="bkg_1" />)
  await press('Propose another time')
  await press('09:00')
  await press(/^Propose$/)
  expect(receivedCalls.filter(({ path }) => path === 'calls/proposeTimes')).toHaveLength(1)
  await press('Propose another time')
  expect(await readScreen()).not.toContain('Chosen:')
})
