import type { ContractDetails } from '@fettle/protocol/contracts'
import { expect, it, vi } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { settle, setUpScreen } from '../../../testing/screen.tsx'
import { toasts } from '../../../testing/toasts.ts'
import { MilestonesSection } from './milestones-section.tsx'

const contract = {
  id: 'ctr_1',
  status: 'ACTIVE',
  customer: { name: 'Chidi' },
  version: 1,
  progress: { approved: 0, milestones: 1 },
  milestones: [
    {
      id: 'mil_1',
      order: 1,
      title: 'First fix',
      amount: { amount: 5_000, currency: 'NGN' },
      dueDate: null,
      status: 'PENDING',
      allowedActions: ['start'],
      settled: null,
      changes: [],
      disputeId: null,
    },
  ],
} as unknown as ContractDetails
const call = vi.fn(async (): Promise<unknown> => ({}))
replaceExports(apiModule, { call })

const { draw, press } = setUpScreen()

it('says that a milestone was started', async () => {
  await draw(<MilestonesSection contract={contract} now={new Date()} onOpen={vi.fn()} />)
  await press('Start: First fix')
  await settle()
  expect(toasts()).toEqual([['success', 'Milestone started']])
})

it('shows no success when starting a milestone is refused', async () => {
  call.mockRejectedValueOnce(new Error('Refused'))
  await draw(<MilestonesSection contract={contract} now={new Date()} onOpen={vi.fn()} />)
  await press('Start: First fix')
  await settle()
  expect(toasts()).toEqual([])
})
