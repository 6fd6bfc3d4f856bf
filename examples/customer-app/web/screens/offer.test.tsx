import { act } from 'react'
import { expect, it } from 'vitest'
import { answerCalls, receivedCalls } from '../testing/back-end.ts'
import { fieldOf, findControl, press, readScreen, show, type } from '../testing/screen.ts'
import { OfferPage } from './offer.tsx'

HTMLDialogElement.prototype.showModal ??= () => undefined
HTMLDialogElement.prototype.close ??= () => undefined

const line = (id: string, unitPrice: number, rest = {}) => ({
  id,
  name: id,
  unitPrice,
  quantity: '1',
  unit: 'ITEM',
  optional: true,
  optionGroupId: null,
  selected: false,
  ...rest,
})
const lineTotals = (lines: readonly ReturnType<typeof line>[]) =>
  lines.map(({ id, unitPrice, quantity }) => ({ id, quantity, gross: unitPrice * Number(quantity) }))
const totalsOf = (total: number, rest = {}) => ({
  lines: lineTotals(content.lineItems),
  subtotal: total,
  lineDiscounts: 0,
  orderDiscount: 0,
  taxes: [],
  total,
  deposit: 0,
  ...rest,
})
const content = {
  title: 'Bathroom',
  lineItems: [line('Tiles', 10_000, { optional: false }), line('Lamp', 20_000), line('Mirror', 40_000)],
  optionGroups: [],
  proposedSlots: [],
}
const getOffer = () => ({
  id: 'off_1',
  status: 'VIEWED',
  providerId: 'usr_1',
  provider: { name: 'Ada' },
  allowedActions: ['accept'],
  currentRevision: { content, currency: 'NGN', totals: totalsOf(10_000), revisionNumber: 1, contentHash: 'hash' },
})
const choose = (label: string) => act(async () => fieldOf(label).click())

it('shows the total of the latest choices, whatever order the answers come in', async () => {
  const pending: ((total: number) => void)[] = []
  const calculateOffer = () => new Promise((resolve) => pending.push((total) => resolve(totalsOf(total))))
  answerCalls({ getOffer, calculateOffer })
  await show(<OfferPage id="off_1" />)
  await choose('Lamp')
  await choose('Mirror')
  await act(async () => pending[1]?.(70_000))
  await expect.poll(readScreen).toMatch('Accept for ₦700')
  await act(async () => pending[0]?.(30_000))
  await expect.poll(readScreen).toMatch('Accept for ₦700')
})

it('is not accepted for a total that is not of what was chosen', async () => {
  let isConnected = false
  const calculateOffer = () => {
    if (!isConnected) throw new TypeError('connection lost')
    return totalsOf(30_000)
  }
  answerCalls({ getOffer, calculateOffer, acceptOffer: () => ({}) })
  await show(<OfferPage id="off_1" />)
  await choose('Lamp')
  expect(await findControl(/^Accept/)).toHaveProperty('disabled', true)
  await expect.poll(readScreen).toMatch('No connection. Please try again.')
  isConnected = true
  await press('Try again')
  await press('Accept for ₦300')
  const acceptance = receivedCalls.find(({ path }) => path === 'calls/acceptOffer')
  expect(acceptance?.input['body']).toMatchObject({ selections: { lineIds: ['Lamp'] } })
})

it('shows discount, tax and deposit, so that the lines add up to the total', async () => {
  const { currentRevision, ...offer } = getOffer()
  const totals = totalsOf(20_425, {
    subtotal: 20_000,
    lineDiscounts: 500,
    orderDiscount: 500,
    taxes: [{ rateBps: 750, base: 19_000, amount: 1425 }],
    deposit: 5000,
    lines: [{ id: 'Pipe', quantity: '4', gross: 20_000 }],
  })
  const pipes = {
    ...content,
    taxMode: 'EXCLUSIVE',
    lineItems: [line('Pipe', 5000, { quantity: '4', unit: 'M', optional: false })],
  }
  answerCalls({ getOffer: () => ({ ...offer, currentRevision: { ...currentRevision, content: pipes, totals } }) })
  await show(<OfferPage id="off_1" />)
  await expect
    .poll(readScreen)
    .toMatch('Pipe × 4 m₦200Subtotal₦200Discount−₦10Tax (7.5%)₦14.25Total ₦204.25To pay first, as a deposit₦50')
})

it('shows what was accepted, without the options that were not', async () => {
  const acceptance = {
    selections: { lineIds: ['Lamp'] },
    total: { amount: 30_000, currency: 'NGN' },
    totals: totalsOf(30_000),
  }
  answerCalls({ getOffer: () => ({ ...getOffer(), status: 'ACCEPTED', allowedActions: [], acceptance }) })
  await show(<OfferPage id="off_1" />)
  await expect.poll(readScreen).toMatch('What you getTiles₦100Lamp₦200Total ₦300')
})

it('promises no quote where the request has ended', async () => {
  const asked = { ...getOffer(), currentRevision: null, request: { title: 'Bathroom' } }
  answerCalls({ getOffer: () => ({ ...asked, status: 'REQUESTED' }) })
  await show(<OfferPage id="off_1" />)
  await expect.poll(readScreen).toMatch('Ada is preparing your quote.')
  answerCalls({ getOffer: () => ({ ...asked, status: 'CANCELLED' }) })
  await show(<OfferPage id="off_1" />)
  await expect.poll(readScreen).toMatch('Ada has not sent a quote.')
})

it('names each group of options, and says how many can be chosen', async () => {
  const { currentRevision, ...offer } = getOffer()
  const grouped = {
    ...content,
    lineItems: [
      line('Lamp', 20_000, { optional: false, optionGroupId: 'light', selected: true }),
      line('Tiles', 10_000, { optional: false }),
      line('Spot', 30_000, { optional: false, optionGroupId: 'light' }),
      line('Rail', 5_000, { optional: false, optionGroupId: 'extras' }),
    ],
    optionGroups: [
      { id: 'light', name: 'Light', minSelect: 1, maxSelect: 1 },
      { id: 'extras', name: 'Extras', minSelect: 0, maxSelect: 2 },
    ],
  }
  const totals = totalsOf(30_000, { lines: lineTotals(grouped.lineItems) })
  answerCalls({ getOffer: () => ({ ...offer, currentRevision: { ...currentRevision, content: grouped, totals } }) })
  await show(<OfferPage id="off_1" />)
  await expect.poll(readScreen).toMatch('Light')
  const groups = [...document.querySelectorAll('fieldset')].map((group) => [
    group.querySelector('legend')?.textContent,
    [...group.querySelectorAll('li')].map(({ textContent }) => textContent),
  ])
  expect(groups).toEqual([
    ['Light Choose 1', ['Lamp₦200', 'Spot₦300']],
    ['Extras Choose up to 2', ['Rail₦50']],
  ])
})

it('can leave a choice of one empty again, where nothing has to be chosen', async () => {
  const { currentRevision, ...offer } = getOffer()
  const grouped = {
    ...content,
    lineItems: [line('Lamp', 20_000, { optionGroupId: 'light' }), line('Spot', 30_000, { optionGroupId: 'light' })],
    optionGroups: [{ id: 'light', name: 'Light', minSelect: 0, maxSelect: 1 }],
  }
  const lines = lineTotals(grouped.lineItems)
  const calculateOffer = () => totalsOf(20_000, { lines })
  const totals = totalsOf(10_000, { lines })
  answerCalls({
    getOffer: () => ({ ...offer, currentRevision: { ...currentRevision, content: grouped, totals } }),
    calculateOffer,
    acceptOffer: () => ({}),
  })
  await show(<OfferPage id="off_1" />)
  expect(fieldOf('None of these')).toHaveProperty('checked', true)
  await choose('Lamp')
  expect(fieldOf('None of these')).toHaveProperty('checked', false)
  await choose('None of these')
  expect(fieldOf('Lamp')).toHaveProperty('checked', false)
  await press('Accept for ₦100')
  const acceptance = receivedCalls.findLast(({ path }) => path === 'calls/acceptOffer')
  expect(acceptance?.input['body']).toMatchObject({ selections: { lineIds: [] } })
})

it('takes an acceptance back, after asking, while that is possible', async () => {
  const offer = { ...getOffer(), status: 'ACCEPTED', allowedActions: ['undo-acceptance'] }
  answerCalls({ getOffer: () => offer, undoAcceptance: () => ({}) })
  await show(<OfferPage id="off_1" />)
  await press('Undo the acceptance')
  expect(receivedCalls.map(({ path }) => path)).not.toContain('calls/undoAcceptance')
  await press('Undo it')
  expect(receivedCalls.map(({ path }) => path)).toContain('calls/undoAcceptance')
})

it('shows the amounts that Fettle calculated, and lets the customer choose a quantity', async () => {
  const { currentRevision, ...offer } = getOffer()
  const range = { customerQuantity: { min: '1', max: '10' } }
  const withQuantity = { ...content, lineItems: [line('Tiles', 100, { quantity: '1.005', optional: false, ...range })] }
  const totalsFor = (quantity: string, gross: number) => totalsOf(gross, { lines: [{ id: 'Tiles', quantity, gross }] })
  const revision = { ...currentRevision, content: withQuantity, totals: totalsFor('1.005', 101) }
  answerCalls({
    getOffer: () => ({ ...offer, currentRevision: revision }),
    calculateOffer: () => totalsFor('2', 200),
    acceptOffer: () => ({}),
  })
  await show(<OfferPage id="off_1" />)
  await expect.poll(readScreen).toMatch('Tiles × 1.005₦1.01')
  await type('How many of “Tiles”? 1 to 10', '2')
  await expect.poll(readScreen).toMatch('Tiles × 2₦2')
  await press('Accept for ₦2')
  const acceptance = receivedCalls.findLast(({ path }) => path === 'calls/acceptOffer')
  expect(acceptance?.input['body']).toMatchObject({ selections: { lineIds: [], quantities: { Tiles: '2' } } })
})

it.each([
  ['chooses the first time that is still to come', ['2020-01-01T09:00:00Z', '2099-01-02T09:00:00Z'], 1],
  ['is accepted without a time once all have passed', ['2020-01-01T09:00:00Z'], undefined],
])('%s', async (_, starts, expected) => {
  const { currentRevision, ...offer } = getOffer()
  const proposedSlots = starts.map((startAt) => ({ startAt, endAt: startAt }))
  const revision = { ...currentRevision, timeZone: 'UTC', content: { ...content, proposedSlots } }
  answerCalls({ getOffer: () => ({ ...offer, currentRevision: revision }), acceptOffer: () => ({}) })
  await show(<OfferPage id="off_1" />)
  await press('Accept for ₦100')
  const acceptance = receivedCalls.findLast(({ path }) => path === 'calls/acceptOffer')
  expect(acceptance?.input).toHaveProperty('body.revisionNumber', 1)
  const { slotIndex } = (acceptance?.input['body'] ?? {}) as { slotIndex?: number }
  expect(slotIndex).toBe(expected)
  expect(await readScreen()).not.toContain('2020')
  expect(document.querySelectorAll('input[name=slot]')).toHaveLength(starts.length - 1)
})
