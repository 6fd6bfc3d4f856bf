import type { ContractDetails } from '@fettle/protocol/contracts'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, settle, waitFor } from '../../../testing/screen.tsx'
import { PaymentsSection } from './payments-section.tsx'

const server = { isAway: true }
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return []
  },
})
const { draw, text, press } = setUpScreen({ queries: { retry: false } })

it('loads the invoices again when asked', async () => {
  const none = { amount: 0, currency: 'NGN' }
  const contract = { id: 'con_1', progress: { approvedAmount: none, paidAmount: none } }
  await draw(<PaymentsSection contract={contract as ContractDetails} />)
  await settle()
  expect(text()).toContain("We couldn't load your invoices.")
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(text()).toContain('We create an invoice when a milestone is approved.'))
})
