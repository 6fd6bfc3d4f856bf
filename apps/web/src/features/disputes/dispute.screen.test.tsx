import type { DisputeView } from '@fettle/protocol/disputes'
import { expect, it } from 'vitest'
import * as apiModule from '../../lib/http/api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import { Component } from './dispute.screen.tsx'

const proposal = { id: 'prp_1', by: 'PROVIDER', status: 'PENDING', note: 'Half each.', isMineToAnswer: false }
const dispute = {
  id: 'dsp_1',
  status: 'NEGOTIATION',
  stage: { awaiting: ['CUSTOMER'], until: null },
  customer: { name: 'Chidi Okafor' },
  subject: { type: 'BOOKING', title: 'Fit a valve', label: 'BK-1', bookingId: 'bkg_1' },
  reasonCode: 'FEE',
  openedBy: 'CUSTOMER',
  statement: 'Why should I pay?',
  createdAt: '2026-11-29T01:44:00Z',
  response: null,
  amountInDispute: { amount: 1_000_000, currency: 'NGN' },
  total: null,
  outcome: null,
  appeal: null,
  evidence: [],
  evidenceLeft: 20,
  evidencePack: null,
  timeline: [],
  proposalsLeft: 2,
  allowedActions: ['propose', 'evidence'],
}
let proposals = [{ ...proposal, at: '2026-11-30T04:12:00Z', amountToProvider: { amount: 500_000, currency: 'NGN' } }]
replaceExports(apiModule, { call: async () => ({ ...dispute, proposals }) as unknown as DisputeView })

const { draw, text } = setUpScreen()
const names = () => [...document.querySelectorAll('button')].map((each) => each.textContent)

it('does not ask for another proposal while the customer has to answer the last', async () => {
  await draw(<Component />)
  await waitFor(() => expect(text()).toContain('Waiting for Chidi Okafor to reply to your proposal'))
  expect(names()).toContain('Propose something else')
  expect(names()).not.toContain('Propose a settlement')
})
