import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { answerCalls, asked } from '../testing/back-end.ts'
import { findControl, show } from '../testing/screen.ts'
import { Signing } from './signing.tsx'

const content = {
  milestones: [],
  paymentTerms: { dueDays: 7 },
  warranty: { months: 0 },
  terms: {},
  startDate: null,
  endDate: null,
}
const contract = {
  id: 'ctr_1',
  contentHash: 'hash',
  signAs: 'Sarah Mensah',
  currentVersion: 1,
  reading: { readToEndAt: null },
  total: { amount: 100, currency: 'NGN' },
  currency: 'NGN',
  provider: { name: 'Ada' },
  document: { content, customer: { name: 'Sarah' } },
} as unknown as Parameters<typeof Signing>[0]['contract']

it('reports again that the end was read, until the report has arrived', async () => {
  let seeEnd = () => undefined as void
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      isWatching = false
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        seeEnd = () => this.isWatching && tell([{ isIntersecting: true }])
      }
      observe() {
        this.isWatching = true
      }
      disconnect() {
        this.isWatching = false
      }
    },
  )
  let isConnected = false
  const viewContract = () => {
    if (!isConnected) throw new TypeError('connection lost')
    return {}
  }
  answerCalls({ viewContract })
  await show(<Signing contract={contract} />)
  expect(await findControl(/^Sign for/)).toHaveProperty('disabled', true)
  await act(async () => seeEnd())
  isConnected = true
  asked.length = 0
  await act(async () => seeEnd())
  await act(async () => seeEnd())
  expect(asked.map(({ input }) => input['body'])).toEqual([{ contentHash: 'hash', toEnd: true }])
})
