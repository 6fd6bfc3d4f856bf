import type { DisputeView } from '@fettle/protocol/disputes'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { History } from './dispute-sections.tsx'

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
