import { ContractDraft } from '@fettle/protocol/contracts/content'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, receivedCalls } from '../testing/back-end.ts'
import { fieldOf, findControl, press, readScreen, show, type } from '../testing/screen.ts'
import { Page } from '../ui/page.tsx'
import { Signing } from './signing.tsx'

const content = ContractDraft.parse({})
type Contract = Parameters<typeof Signing>[0]['contract']
const contract = {
  id: 'ctr_1',
  contentHash: 'hash',
  signAs: 'Sarah Mensah',
  currentVersion: 1,
  reading: { readToEndAt: null },
  total: { amount: 100, currency: 'NGN' },
  currency: 'NGN',
  provider: { name: 'Ada' },
  files: [],
  document: { content, customer: { name: 'Sarah' } },
} as unknown as Contract

let seeEnd: () => void
/** Scrolls from before the end to 800 px after it, between two frames. */
let jumpPastEnd: () => void
beforeEach(() => {
  seeEnd = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      isWatching = false
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void, options?: IntersectionObserverInit) {
        seeEnd = () => this.isWatching && notify([{ isIntersecting: true }])
        jumpPastEnd = () => Number.parseInt(options?.rootMargin ?? '0') > 800 && seeEnd()
      }
      observe() {
        this.isWatching = true
      }
      disconnect() {
        this.isWatching = false
      }
    },
  )
})

it('reports again that the end was read, until the report has arrived', async () => {
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
  receivedCalls.length = 0
  await act(async () => seeEnd())
  await act(async () => seeEnd())
  expect(receivedCalls.map(({ input }) => input['body'])).toEqual([{ contentHash: 'hash', toEnd: true }])
})

it('counts a jump past the end as having read to it', async () => {
  answerCalls({ viewContract: () => ({}) })
  await show(<Signing contract={contract} />)
  receivedCalls.length = 0
  await act(async () => jumpPastEnd())
  expect(receivedCalls.map(({ input }) => input['body'])).toEqual([{ contentHash: 'hash', toEnd: true }])
})

/** Signs a contract from which the customer can withdraw for some days, and ticks further labels. */
async function sign(coolingOffDays: number, ...ticked: string[]) {
  answerCalls({ viewContract: () => ({}), signContract: () => ({}) })
  const read = {
    ...contract,
    reading: { readToEndAt: '2026-12-02T18:00:00.000Z' },
    document: { ...contract.document, content: { ...content, coolingOffDays } },
  } as unknown as Contract
  await show(
    <Page title="House">
      <Signing contract={read} />
    </Page>,
  )
  for (const label of ['electronic records', 'read and agree', ...ticked]) await act(async () => fieldOf(label).click())
  await type('Your full name', 'Sarah Mensah')
  await press(/^Sign for/)
  return receivedCalls.find(({ path }) => path === 'calls/signContract')?.input['body']
}

it('lets work start within the days to withdraw only if the customer asks for it', async () => {
  expect(await sign(14)).toMatchObject({ startEarlyConsent: false })
  await expect.poll(readScreen).toMatch('Days to withdraw after signing14')
  receivedCalls.length = 0
  expect(await sign(14, 'may start before')).toMatchObject({ startEarlyConsent: true })
})

it('goes to the top once it is signed, where the state is', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo')
  await sign(0)
  expect(document.activeElement?.textContent).toBe('House')
  expect(scrollTo).toHaveBeenCalledTimes(2)
})

it('does not ask about an early start where the customer cannot withdraw', async () => {
  expect(await sign(0)).toMatchObject({ startEarlyConsent: false })
  expect(fieldOf('may start before')).toBeUndefined()
})

it('shows every term that is signed', async () => {
  const terms = ContractDraft.parse({
    paymentTerms: { dueDays: 7, lateFeeBps: 150 },
    retentionBps: 500,
    materialsBy: 'CUSTOMER',
    warranty: { months: 0, text: 'Leaks are repaired for free.' },
    insuranceDocumentId: 'doc_01JD0000000000000000000000',
    cancellationPolicy: 'STRICT',
    attachments: ['fil_01JD0000000000000000000000'],
  })
  const files = [{ id: 'fil_01JD0000000000000000000000', name: 'plan.pdf', url: '/files/plan' }]
  const signed = { ...contract, files, document: { ...contract.document, content: terms } } as unknown as Contract
  await show(<Signing contract={signed} />)
  await expect.poll(readScreen).toMatch('Late payments cost 1.5% a month.')
  for (const text of [
    '5% of each milestone is held back until everything is done.',
    'MaterialsSupplied by the customer',
    'Leaks are repaired for free.',
    'The provider is insured',
    'Cancellation policyStrict',
  ])
    expect(document.body.textContent).toContain(text)
  expect((await findControl('plan.pdf')).getAttribute('href')).toBe('https://fettle.example/files/plan')
})
