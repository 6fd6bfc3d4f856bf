import { expect, it, vi } from 'vitest'
import { answerCalls, receivedCalls, refuse } from '../testing/back-end.ts'
import { choosePhotos, findControl, press, readScreen, show, type } from '../testing/screen.ts'
import { DisputePage } from './dispute.tsx'

HTMLDialogElement.prototype.showModal ??= () => undefined
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.dispatchEvent(new Event('close'))
}

const naira = (amount: number) => ({ amount, currency: 'NGN' })
const dispute = {
  id: 'dsp_1',
  subject: { title: 'Tap', label: 'BK-1', bookingId: 'bkg_1', contractId: null, invoiceId: null },
  status: 'NEGOTIATION',
  openedBy: 'CUSTOMER',
  reasonCode: 'QUALITY',
  statement: 'The tap drips as it did before.',
  providerName: 'Ada Obi',
  amountInDispute: naira(1_000_000),
  evidence: [],
  evidenceLeft: 20,
  proposals: [],
  proposalsLeft: 3,
  appeal: null,
  outcome: null,
  stage: { until: null, awaiting: [] as string[] },
  allowedActions: [] as string[],
}
const bodyOf = (name: string) => receivedCalls.find(({ path }) => path === `calls/${name}`)?.input['body']

async function open(changed: object): Promise<void> {
  answerCalls({ getDispute: () => ({ ...dispute, ...changed }) })
  await show(<DisputePage id="dsp_1" />)
  await expect.poll(readScreen).toMatch('Dispute about Tap')
}

it('lets the customer answer a dispute that the provider opened', async () => {
  answerCalls({ respondToDispute: () => ({}) })
  await open({ status: 'OPEN', openedBy: 'PROVIDER', allowedActions: ['respond'] })
  await press('Reply')
  await type('What happened?', 'I paid in cash on the day of the work.')
  await press('Send')
  expect(receivedCalls.find(({ path }) => path === 'calls/respondToDispute')?.input).toEqual({
    params: { id: 'dsp_1' },
    body: { statement: 'I paid in cash on the day of the work.' },
  })
})

it('gives the reason in the words that the customer chose it by', async () => {
  await open({ reasonCode: 'NO_SHOW' })
  expect(await readScreen()).toContain('ReasonI was there')
  await open({ reasonCode: 'NO_SHOW', openedBy: 'PROVIDER' })
  expect(await readScreen()).toContain('ReasonNo show')
})

it('says whose turn it is, and what each of the two said', async () => {
  const response = { statement: 'It was tight when I left.', at: '2026-12-02T10:00:00.000Z' }
  await open({ response, stage: { until: null, awaiting: ['PROVIDER', 'CUSTOMER'] } })
  expect(await readScreen()).toContain('Waiting forYou and Ada Obi')
  expect(await readScreen()).toContain('You saidThe tap drips as it did before.')
  expect(await readScreen()).toContain('Ada Obi saidIt was tight when I left.')
  expect((await findControl('View the job')).getAttribute('href')).toBe('#bookings/bkg_1')
})

const proposal = {
  id: 'prp_1',
  by: 'PROVIDER',
  amountToProvider: naira(800_000),
  note: 'Eight, today.',
  status: 'PENDING',
  isMineToAnswer: true,
}

it('settles the dispute once the customer has read what they agree to', async () => {
  answerCalls({ acceptSettlement: () => ({}) })
  await open({ proposals: [proposal] })
  expect(await readScreen()).toContain('Ada Obi gets ₦8,000 of ₦10,000.')
  await press('Accept')
  expect(bodyOf('acceptSettlement')).toBeUndefined()
  expect(await readScreen()).toContain('The dispute ends, and Ada Obi gets ₦8,000.')
  await press('Settle the dispute')
  expect(receivedCalls.find(({ path }) => path === 'calls/acceptSettlement')?.input).toEqual({
    params: { id: 'dsp_1', proposalId: 'prp_1' },
    body: {},
  })
})

it('lets the customer decline a proposal with a reason, and propose something else', async () => {
  answerCalls({ declineSettlement: () => ({}), proposeSettlement: () => ({}) })
  await open({ proposals: [proposal], allowedActions: ['propose'] })
  await press('Decline')
  await type('Why? (optional)', 'It drips.')
  await press('Send')
  expect(bodyOf('declineSettlement')).toEqual({ note: 'It drips.' })
  await press('Propose a settlement')
  expect(await readScreen()).toContain('If Ada Obi accepts, the dispute is settled.')
  expect(await findControl('Send proposal')).toHaveProperty('disabled', true)
  await type('Ada Obi gets, of ₦10,000', 'a lot')
  expect(await findControl('Send proposal')).toHaveProperty('disabled', true)
  await type('Ada Obi gets, of ₦10,000', '5,500.50')
  await type('Why is that fair?', 'Half of it works.')
  await press('Send proposal')
  expect(bodyOf('proposeSettlement')).toEqual({ amountToProvider: 550_050, note: 'Half of it works.' })
})

it('asks for no amount where no money is in dispute', async () => {
  answerCalls({ proposeSettlement: () => ({}) })
  await open({ amountInDispute: null, allowedActions: ['propose'] })
  await press('Propose a settlement')
  await type('Why is that fair?', 'Neither of us was to blame.')
  await press('Send proposal')
  expect(bodyOf('proposeSettlement')).toEqual({ note: 'Neither of us was to blame.' })
})

it('sends photos as evidence, and after a failure only those that are left', async () => {
  let isRefused = true
  const addEvidence = () => {
    const isSecond = receivedCalls.at(-1)?.photo === 'two.jpg'
    return isSecond && isRefused ? refuse(422, 'We could not read this file.') : {}
  }
  answerCalls({ addEvidence })
  await open({ allowedActions: ['evidence'] })
  await press('Add photos')
  await choosePhotos('Choose photos', 'one.jpg', 'two.jpg')
  await type('What do they show? (optional)', 'The same drip.')
  await press('Send photos')
  expect(await readScreen()).toContain('We could not read this file.')
  isRefused = false
  await press('Send photos')
  const sent = receivedCalls.filter(({ path }) => path === 'calls/addEvidence')
  expect(sent.map(({ photo }) => photo)).toEqual(['one.jpg', 'two.jpg', 'two.jpg'])
  expect(sent[0]?.input).toEqual({ params: { id: 'dsp_1' }, body: { note: 'The same drip.' } })
})

it('shows the evidence of both sides, and asks for no more than may be added', async () => {
  const file = { id: 'fil_1', name: 'drip.jpg', mime: 'image/jpeg', url: '/files/drip' }
  const at = '2026-12-02T10:00:00.000Z'
  const evidence = [
    { id: 'evd_1', by: 'CUSTOMER', note: 'The drip', at, file },
    { id: 'evd_2', by: 'PROVIDER', note: null, at, file: { ...file, name: 'bill.pdf', mime: 'application/pdf' } },
  ]
  await open({ evidence, evidenceLeft: 0, allowedActions: ['evidence'] })
  expect((await findControl('drip.jpg')).getAttribute('href')).toBe('https://fettle.example/files/drip')
  expect(await findControl('bill.pdf')).toBeDefined()
  expect(await readScreen()).toContain('Ada Obi')
  expect(await readScreen()).not.toContain('Add photos')
})

const decision = {
  by: 'OPERATOR',
  amountToProvider: naira(600_000),
  attribution: null,
  rationale: 'The photos show a drip.',
  at: '2026-12-02T10:00:00.000Z',
  appealUntil: '2026-12-09T10:00:00.000Z',
  effectiveAt: null,
}

it('shows a decision, which the customer can appeal', async () => {
  answerCalls({ appealDispute: () => ({}) })
  await open({ status: 'RESOLVED', outcome: decision, allowedActions: ['appeal'] })
  expect(await readScreen()).toContain('Doorstep decided')
  expect(await readScreen()).toMatch(/Ada Obi gets₦6,000.*Takes effect.*9 Dec/)
  await press('Appeal')
  await type('Why? At least 20 characters.', 'The photos were taken before the work.')
  await press('Send')
  expect(bodyOf('appealDispute')).toEqual({ note: 'The photos were taken before the work.' })
})

it('shows an appeal together with the decision it is against', async () => {
  await open({ status: 'UNDER_REVIEW', appeal: { by: 'PROVIDER', note: 'That was another tap.', outcome: decision } })
  expect(await readScreen()).toContain('Ada Obi appealedThat was another tap.')
  expect(await readScreen()).toContain('The photos show a drip.')
})

it('asks before a dispute is withdrawn', async () => {
  answerCalls({ withdrawDispute: () => ({}) })
  await open({ allowedActions: ['withdraw'] })
  await press('Withdraw the dispute')
  expect(bodyOf('withdrawDispute')).toBeUndefined()
  await press('Withdraw it')
  await vi.waitFor(() => expect(bodyOf('withdrawDispute')).toEqual({}))
})
