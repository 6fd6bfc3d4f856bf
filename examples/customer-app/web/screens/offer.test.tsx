import { act } from 'react'
import { expect, it } from 'vitest'
import { answerCalls, receivedCalls } from '../testing/back-end.ts'
import { fieldOf, findControl, press, readScreen, show } from '../testing/screen.ts'
import { OfferPage } from './offer.tsx'

const line = (id: string, unitPrice: number, rest = {}) => ({
  id,
  name: id,
  unitPrice,
  quantity: '1',
  optional: true,
  optionGroupId: null,
  selected: false,
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
  currentRevision: { content, currency: 'NGN', totals: { total: 10_000 }, revisionNumber: 1, contentHash: 'hash' },
})
const choose = (label: string) => act(async () => fieldOf(label).click())

it('shows the total of the latest choices, whatever order the answers come in', async () => {
  const pending: ((total: number) => void)[] = []
  const calculateOffer = () => new Promise((resolve) => pending.push((total) => resolve({ total })))
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
    return { total: 30_000 }
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
