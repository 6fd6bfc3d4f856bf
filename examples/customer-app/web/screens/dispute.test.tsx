import { expect, it } from 'vitest'
import { answerCalls, receivedCalls } from '../testing/back-end.ts'
import { press, show, type } from '../testing/screen.ts'
import { DisputePage } from './dispute.tsx'

HTMLDialogElement.prototype.showModal ??= () => undefined

it('lets the customer answer a dispute that the provider opened', async () => {
  const dispute = {
    subject: { title: 'Tap', label: 'BK-1' },
    status: 'OPEN',
    openedBy: 'PROVIDER',
    reasonCode: 'NON_PAYMENT',
    statement: 'Nobody has paid for the work.',
    proposals: [],
    stage: { until: null },
    allowedActions: ['respond', 'evidence'],
  }
  answerCalls({ getDispute: () => dispute, respondToDispute: () => ({}) })
  await show(<DisputePage id="dsp_1" />)
  await press('Reply')
  await type('What happened?', 'I paid in cash on the day of the work.')
  await press('Send')
  expect(receivedCalls.find(({ path }) => path === 'calls/respondToDispute')?.input).toEqual({
    params: { id: 'dsp_1' },
    body: { statement: 'I paid in cash on the day of the work.' },
  })
})
