import type { DisputeView } from '@fettle/protocol/disputes'
import { expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { History, Proposals, Statements } from './dispute-sections.tsx'

const { draw, text } = setUpScreen()

it('says why a proposal was declined', async () => {
  const entry = {
    id: 'tle_1',
    at: '2026-11-29T18:17:13.000Z',
    actor: { type: 'CUSTOMER' },
    event: 'dispute.updated',
    data: { what: 'DECLINED', note: 'It takes more than that.' },
  }
  const dispute = { timeline: [entry], customer: { name: 'Sarah Mensah' } } as unknown as DisputeView
  await draw(<History dispute={dispute} now={new Date('2026-11-29T19:00:00.000Z')} />)
  expect(text()).toContain('Proposal declined')
  expect(text()).toContain('Sarah MensahIt takes more than that.')
})

it('says how much of the amount in dispute a proposal gives the provider', async () => {
  const naira = (amount: number) => ({ amount, currency: 'NGN' })
  const proposal = { id: 'prp_1', by: 'CUSTOMER', status: 'PENDING', amountToProvider: naira(800_000), note: 'Today.' }
  const dispute = {
    proposals: [{ ...proposal, at: '2026-11-29T18:17:13.000Z' }],
    proposalsLeft: 2,
    status: 'NEGOTIATION',
    amountInDispute: naira(1_000_000),
    customer: { name: 'Sarah Mensah' },
  } as unknown as DisputeView
  const handlers = { onAccept: vi.fn(), onDecline: vi.fn(), onCounter: undefined }
  await draw(<Proposals {...{ dispute, ...handlers }} busy={false} disabled={false} now={new Date()} />)
  expect(text()).toContain('Sarah Mensah proposed')
  expect(text()).toContain('₦8,000 of ₦10,000 for you')
})

it('awaits a reply only while there may be one', async () => {
  const dispute = { statement: 'It leaked again.', response: null, customer: { name: 'Sarah Mensah' } }
  const show = async (status: string, openedBy: string) => {
    const shown = { ...dispute, status, openedBy, createdAt: '2026-11-29T18:17:13.000Z' } as unknown as DisputeView
    await draw(<Statements dispute={shown} now={new Date('2026-11-29T19:00:00.000Z')} />)
    return text()
  }
  expect(await show('OPEN', 'PROVIDER')).toContain("Sarah Mensah hasn't replied yet.")
  expect(await show('RESOLVED', 'PROVIDER')).toContain("Sarah Mensah didn't reply.")
  expect(await show('UNDER_REVIEW', 'CUSTOMER')).toContain("You didn't reply.")
})
