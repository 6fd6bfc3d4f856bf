import { ContractDraft } from '@fettle/protocol/contracts/content'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { refresh } from '../lib/live.ts'
import { answerCalls, receivedCalls } from '../testing/back-end.ts'
import { fieldOf, findControl, press, readScreen, show, type } from '../testing/screen.ts'
import { ContractPage } from './contract.tsx'

HTMLDialogElement.prototype.showModal ??= () => undefined

const naira = (amount: number) => ({ amount, currency: 'NGN' })
const change = {
  id: 'amd_1',
  number: 'CO-1',
  status: 'PENDING',
  title: 'Rotten joists',
  reason: 'HIDDEN_CONDITION',
  description: 'Two joists are rotten.',
  lines: [{ description: 'New joists', amount: 40_000 }],
  milestoneChanges: [{ kind: 'CHANGE', milestoneId: 'mil_1', amount: 140_000, dueDate: '2026-12-10' }],
  scheduleImpactDays: 2,
  photoIds: [],
  signatures: [],
  total: naira(40_000),
  contentHash: 'hash of CO-1',
  allowedActions: ['sign', 'decline'],
}
const milestone = {
  id: 'mil_1',
  title: 'Walls',
  amount: naira(100_000),
  status: 'PENDING',
  evidenceIds: [],
  changes: [],
  allowedActions: [],
}
const contract = {
  id: 'ctr_1',
  title: 'House',
  status: 'ACTIVE',
  provider: { id: 'usr_1', name: 'Ada' },
  total: naira(100_000),
  currency: 'NGN',
  progress: { percent: 0 },
  signAs: 'Sarah Mensah',
  signatures: [],
  milestones: [milestone],
  amendments: [change],
  coolingOff: null,
  allowedActions: [],
  files: [],
  document: { content: ContractDraft.parse({}), customer: { name: 'Sarah' } },
}
class SeesNothing {
  observe = () => undefined
  disconnect = () => undefined
}
const bodyOf = (name: string) => receivedCalls.find(({ path }) => path === `calls/${name}`)?.input

it('shows a change order, which is signed once it was read', async () => {
  let seeEnd = () => undefined as void
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        seeEnd = () => notify([{ isIntersecting: true }])
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  answerCalls({ getContract: () => contract, viewContract: () => ({}), signAmendment: () => ({}) })
  await show(<ContractPage id="ctr_1" />)
  expect(await findControl('Sign CO-1')).toHaveProperty('disabled', true)
  for (const text of ['CO-1: Rotten joists', 'Hidden condition', 'New joists₦400', 'Walls₦1,400, until 10 Dec 2026'])
    expect(await readScreen()).toContain(text)
  expect(await readScreen()).toContain('Total after it₦1,400')
  expect(await readScreen()).toContain('I have read and agree to this change order')
  await act(async () => seeEnd())
  expect(bodyOf('viewContract')).toMatchObject({ body: { contentHash: 'hash of CO-1' } })
  for (const label of ['electronic records', 'read and agree']) await act(async () => fieldOf(label).click())
  await type('Your full name', 'Sarah Mensah')
  await press('Sign CO-1')
  expect(bodyOf('signAmendment')).toMatchObject({
    params: { id: 'ctr_1', amendmentId: 'amd_1' },
    body: { signature: { contentHash: 'hash of CO-1', legalName: 'Sarah Mensah' } },
  })
})

it('lists the change orders that were answered', async () => {
  const signed = { ...change, status: 'APPROVED', allowedActions: [] }
  answerCalls({ getContract: () => ({ ...contract, amendments: [signed] }) })
  await show(<ContractPage id="ctr_1" />)
  await vi.waitFor(async () => expect(await readScreen()).toContain('CO-1: Rotten joistsApproved'))
})

it('lets the customer withdraw while they may', async () => {
  const coolingOff = { until: '2026-12-16T23:00:00.000Z', startEarlyConsent: false }
  const running = { ...contract, amendments: [], coolingOff, allowedActions: ['withdraw'] }
  answerCalls({ getContract: () => running, withdrawFromContract: () => ({}) })
  await show(<ContractPage id="ctr_1" />)
  await press('Withdraw from the contract')
  expect(await readScreen()).toContain('You can withdraw until')
  await type('Note (optional)', 'We move away.')
  await press('Send')
  expect(bodyOf('withdrawFromContract')).toMatchObject({ params: { id: 'ctr_1' }, body: { note: 'We move away.' } })
})

it('lets the customer decline a contract', async () => {
  const sent = {
    ...contract,
    status: 'PENDING_SIGNATURES',
    amendments: [],
    allowedActions: ['request-changes', 'decline'],
  }
  answerCalls({ getContract: () => sent, declineContract: () => ({}) })
  await show(<ContractPage id="ctr_1" />)
  await press('Decline')
  await type('Why?', 'We found somebody nearer.')
  await press('Send')
  expect(bodyOf('declineContract')).toMatchObject({
    params: { id: 'ctr_1' },
    body: { reason: 'We found somebody nearer.' },
  })
})

it('says what is paid after the customer has withdrawn', async () => {
  const [milestone] = contract.milestones
  const settled = { percentDone: 40, amount: naira(40_000) }
  const ended = {
    ...contract,
    status: 'TERMINATED',
    amendments: [],
    progress: { percent: 40, approvedAmount: naira(40_000) },
    ended: { by: 'CUSTOMER', reason: 'We move away.', at: '2026-12-03T10:00:00.000Z' },
    milestones: [
      { ...milestone, status: 'APPROVED', settled },
      { ...milestone, id: 'mil_2', title: 'Roof', status: 'CANCELLED' },
    ],
  }
  answerCalls({ getContract: () => ended })
  await show(<ContractPage id="ctr_1" />)
  const screen = await vi.waitFor(async () => {
    const text = await readScreen()
    expect(text).toContain('House')
    return text
  })
  expect(screen).toContain('Ended3 Dec 2026, by youFor the work done₦400')
  expect(screen).toContain('₦400 of ₦1,000 · 40% done')
})

it('lets the customer dispute a contract, and leads to a dispute about it', async () => {
  const running = { ...contract, amendments: [], disputeId: null }
  answerCalls({
    getContract: () => ({ ...running, allowedActions: ['dispute'] }),
    openDispute: () => ({ id: 'dsp_1' }),
  })
  await show(<ContractPage id="ctr_1" />)
  await press('Open a dispute')
  await type('What happened?', 'Nobody has come for two weeks.')
  await act(async () => fieldOf('The work is not finished').click())
  await press('Send')
  expect(bodyOf('openDispute')).toMatchObject({ body: { subject: { type: 'CONTRACT', id: 'ctr_1' } } })
  answerCalls({ getContract: () => ({ ...running, status: 'DISPUTED', disputeId: 'dsp_1' }) })
  await show(<ContractPage id="ctr_1" />)
  expect((await findControl('View the dispute')).getAttribute('href')).toBe('#disputes/dsp_1')
})

it('says until when to sign, and who has signed', async () => {
  vi.stubGlobal('IntersectionObserver', SeesNothing)
  const signatures = [
    {
      party: 'PROVIDER',
      legalName: 'Ada Obi',
      signedAt: '2026-12-01T10:00:00.000Z',
      voidedAt: '2026-12-02T10:00:00.000Z',
    },
    { party: 'PROVIDER', legalName: 'Ada Obi', signedAt: '2026-12-03T10:00:00.000Z', voidedAt: null },
    { party: 'CUSTOMER', legalName: 'Sarah Mensah', signedAt: '2026-12-04T10:00:00.000Z', voidedAt: null },
  ]
  const sent = {
    ...contract,
    status: 'PENDING_SIGNATURES',
    amendments: [],
    reading: { readToEndAt: null },
    signBy: '2026-12-13T22:59:00.000Z',
    signatures: signatures.slice(0, 2),
    allowedActions: ['sign'],
  }
  answerCalls({ getContract: () => sent, viewContract: () => ({}) })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch(/Sign bySun,? 13 Dec.*Signed by Ada Obi3 Dec 2026/)
  expect(await readScreen()).not.toContain('1 Dec 2026')
  const signedChange = { ...change, status: 'APPROVED', allowedActions: [], signatures: signatures.slice(1) }
  answerCalls({ getContract: () => ({ ...contract, signatures: signatures.slice(1), amendments: [signedChange] }) })
  await show(<ContractPage id="ctr_1" />)
  await expect
    .poll(readScreen)
    .toMatch(/Signed by Ada Obi3 Dec 2026Signed by Sarah Mensah4 Dec 2026.*CO-1.*Signed by Ada/)
})

it('says until when to sign a change order', async () => {
  vi.stubGlobal('IntersectionObserver', SeesNothing)
  const waiting = { ...change, expiresAt: '2026-12-10T10:00:00.000Z' }
  answerCalls({ getContract: () => ({ ...contract, amendments: [waiting] }), viewContract: () => ({}) })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch(/Sign byThu,? 10 Dec/)
})

it('asks for consent again when the text to sign has changed', async () => {
  vi.stubGlobal('IntersectionObserver', SeesNothing)
  const sent = {
    ...contract,
    status: 'PENDING_SIGNATURES',
    amendments: [],
    contentHash: 'hash of version 1',
    reading: { readToEndAt: null },
    allowedActions: ['sign'],
  }
  answerCalls({ getContract: () => sent, viewContract: () => ({}) })
  await show(<ContractPage id="ctr_1" />)
  await findControl(/^Sign for/)
  await act(async () => fieldOf('read and agree').click())
  expect(fieldOf('read and agree').checked).toBe(true)
  answerCalls({ getContract: () => ({ ...sent, contentHash: 'hash of version 2' }) })
  await act(async () => refresh())
  await vi.waitFor(() => expect(fieldOf('read and agree').checked).toBe(false))
})

it('shows what the customer asked to change, and does not call it agreed', async () => {
  const changesRequested = { note: 'Please start a week later.', clauseRefs: [], at: '2026-12-02T10:00:00.000Z' }
  const asked = { ...contract, status: 'CHANGES_REQUESTED', amendments: [], changesRequested, activatedAt: null }
  answerCalls({ getContract: () => asked })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch('You asked for changesPlease start a week later.')
  expect(await readScreen()).not.toContain('What was agreed')
  const signed = { ...asked, status: 'ACTIVE', activatedAt: '2026-12-03T10:00:00.000Z' }
  answerCalls({ getContract: () => signed })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch('What was agreed')
  expect(await readScreen()).not.toContain('You asked for changes')
})

const termination = {
  status: 'PROPOSED',
  by: 'PROVIDER',
  reasonCode: 'UNABLE_TO_CONTINUE',
  note: 'I broke my arm.',
  effectiveDate: '2026-12-10',
  settlement: [{ milestoneId: 'mil_1', title: 'Walls', percentDone: 40, amount: naira(40_000), of: naira(100_000) }],
  settledTotal: naira(40_000),
  answerBy: '2026-12-09T10:00:00.000Z',
}

it('shows that the provider wants to end the contract, and lets the customer agree once they know what it costs', async () => {
  const allowedActions = ['accept-termination', 'contest-termination']
  answerCalls({
    getContract: () => ({ ...contract, amendments: [], termination, allowedActions }),
    acceptTermination: () => ({}),
    contestTermination: () => ({}),
  })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch('Ada wants to end the contract')
  for (const text of ['Unable to continue', '10 Dec 2026', 'Walls, 40% done₦400', 'I broke my arm.'])
    expect(await readScreen()).toContain(text)
  await press('Object')
  await type('Why?', 'The work is nearly done.')
  await press('Send')
  expect(bodyOf('contestTermination')).toMatchObject({ body: { note: 'The work is nearly done.' } })
  await press('Agree to end')
  expect(bodyOf('acceptTermination')).toBeUndefined()
  expect(await readScreen()).toContain('You pay ₦400 for the open milestones.')
  await press('End the contract')
  expect(bodyOf('acceptTermination')).toMatchObject({ params: { id: 'ctr_1' }, body: {} })
})

it('says who decides about an ending that was objected to or not answered', async () => {
  const contested = { ...termination, status: 'CONTESTED', answerNote: 'The work is nearly done.' }
  const disputed = { ...contract, status: 'DISPUTED', amendments: [] }
  answerCalls({ getContract: () => ({ ...disputed, termination: contested }) })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch('You: The work is nearly done.Doorstep decides, unless you both agree before.')
  answerCalls({ getContract: () => ({ ...disputed, termination: { ...contested, answerNote: null } }) })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch('I broke my arm.Doorstep decides')
})

it('expects no work of a contract that has ended', async () => {
  const ended = { at: '2026-12-01T10:00:00.000Z', by: 'PROVIDER' }
  answerCalls({ getContract: () => ({ ...contract, status: 'VOIDED', ended, amendments: [] }) })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch('Walls₦1,000')
  expect(await readScreen()).not.toContain('Not started')
  answerCalls({ getContract: () => ({ ...contract, amendments: [] }) })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch('WallsNot started₦1,000')
})

it('shows what is to be approved, until when, and then what the customer found missing', async () => {
  const submitted = {
    ...milestone,
    status: 'SUBMITTED',
    note: 'Done.',
    evidenceIds: ['fil_1'],
    autoApproveAt: '2026-12-10T10:00:00.000Z',
    allowedActions: ['approve', 'request-changes'],
  }
  const files = [{ id: 'fil_1', name: 'walls.jpg', url: '/files/fil_1' }]
  const running = { ...contract, amendments: [], files, milestones: [submitted] }
  answerCalls({ getContract: () => running })
  await show(<ContractPage id="ctr_1" />)
  expect((await findControl('walls.jpg')).getAttribute('href')).toBe('https://fettle.example/files/fil_1')
  expect(await readScreen()).toMatch(/Without an answer it counts as approved on Thu,? 10 Dec/)
  const changes = ['Too rough.', 'The corner is open.'].map((note) => ({ note, at: '2026-12-03T10:00:00.000Z' }))
  const sentBack = { ...submitted, status: 'CHANGES_REQUESTED', autoApproveAt: null, changes, allowedActions: [] }
  answerCalls({ getContract: () => ({ ...running, milestones: [sentBack] }) })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch('You: The corner is open.')
  expect(await readScreen()).not.toMatch(/Too rough|counts as approved/)
})

it('shows each milestone of the text with its date and description, and counts days and months', async () => {
  const content = ContractDraft.parse({
    milestones: [{ title: 'Walls', description: 'Plaster and paint.', amount: 100_000, dueDate: '2026-12-10' }],
    paymentTerms: { dueDays: 1, lateFeeBps: 0 },
    warranty: { months: 1, text: '' },
  })
  const document = { ...contract.document, content }
  answerCalls({ getContract: () => ({ ...contract, amendments: [], document }) })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch(/Walls: ₦1,000, until 10 Dec 2026\s+Plaster and paint\./)
  expect(await readScreen()).toMatch(/due within 1 day\..*1 month\./s)
  const atOnce = { ...document, content: { ...content, paymentTerms: { dueDays: 0, lateFeeBps: 0 } } }
  answerCalls({ getContract: () => ({ ...contract, amendments: [], document: atOnce }) })
  await show(<ContractPage id="ctr_1" />)
  await expect.poll(readScreen).toMatch('Invoices are due at once.')
})

it('leads to the conversation with the provider', async () => {
  answerCalls({ getContract: () => ({ ...contract, amendments: [] }), openChannel: () => ({ cid: 'messaging:one' }) })
  await show(<ContractPage id="ctr_1" />)
  await press('Message')
  expect(bodyOf('openChannel')).toEqual({ body: { providerId: 'usr_1' } })
  expect(window.location.hash).toBe('#messages/messaging%3Aone')
})
