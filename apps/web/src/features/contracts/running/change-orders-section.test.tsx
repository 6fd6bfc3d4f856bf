import type { ContractDetails } from '@fettle/protocol/contracts'
import { expect, it, vi } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { ChangeOrdersSection } from './change-orders-section.tsx'

const ngn = (amount: number) => ({ amount, currency: 'NGN' })
const changeOrder = (number: number, status: string, amount: number) => ({
  id: `amd_${number}`,
  number: `CO-${number}`,
  title: `Change ${number}`,
  status,
  total: ngn(amount),
  expiresAt: null,
})
const contract = {
  id: 'ctr_1',
  total: ngn(79_000_00),
  allowedActions: [],
  amendments: [
    changeOrder(1, 'APPROVED', 3_000_00),
    changeOrder(2, 'APPROVED', 2_000_00),
    changeOrder(3, 'PENDING', 9_000_00),
  ],
} as unknown as ContractDetails
replaceExports(apiModule, {
  call: async () => ({
    base: { total: ngn(74_000_00) },
    changes: [
      { amendmentId: 'amd_1', runningTotal: ngn(77_000_00) },
      { amendmentId: 'amd_2', runningTotal: ngn(79_000_00) },
      { amendmentId: 'amd_3', runningTotal: null },
    ],
  }),
})

const { draw, text } = setUpScreen()

it('says each total once', async () => {
  await draw(<ChangeOrdersSection contract={contract} now={new Date()} onOpen={vi.fn()} />)
  await waitFor(() => expect(text()).toContain('Original contract₦74,000'))
  expect(text().match(/total ₦[\d,]+/gi)).toEqual(['total ₦77,000'])
  expect(text()).toMatch(/Total₦79,000$/)
})
