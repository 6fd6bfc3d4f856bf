import { act } from 'react'
import { expect, it } from 'vitest'
import { answerCalls, receivedCalls } from '../testing/back-end.ts'
import { fieldOf, press, readScreen, show, type } from '../testing/screen.ts'
import { DisputeButton } from './dispute-button.tsx'

HTMLDialogElement.prototype.showModal ??= () => undefined

const open = async (status: string) => {
  const subject = { id: 'bkg_1', status, disputeId: null, allowedActions: ['dispute'] }
  await show(<DisputeButton type="BOOKING" subject={subject} />)
  await press('Open a dispute')
}

it('asks what was wrong with work that was done', async () => {
  await open('COMPLETED')
  expect(await readScreen()).toContain('The work is not good')
  expect(await readScreen()).not.toContain('The fee is not right')
})

it.each(['CANCELLED', 'NO_SHOW'])('asks about the fee where no work was done: %s', async (status) => {
  answerCalls({ openDispute: () => ({ id: 'dsp_1' }) })
  await open(status)
  expect(await readScreen()).toContain('The fee is not right')
  expect(await readScreen()).not.toContain('The work is not good')
  await type('What happened?', 'I was at home the whole morning.')
  await press('Send')
  expect(receivedCalls.map(({ path }) => path)).not.toContain('calls/openDispute')
  await act(async () => fieldOf('The fee is not right').click())
  await press('Send')
  expect(receivedCalls.at(-1)?.input).toMatchObject({ body: { reasonCode: 'FEE' } })
})
