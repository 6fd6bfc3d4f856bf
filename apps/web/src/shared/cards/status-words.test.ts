import { documentFlow } from '@fettle/protocol/accounts/documents'
import { referralFlow } from '@fettle/protocol/accounts/referrals'
import { adjustmentFlow } from '@fettle/protocol/bookings/adjustments'
import { bookingFlow } from '@fettle/protocol/bookings/flow'
import { seriesFlow } from '@fettle/protocol/bookings/series'
import { amendmentFlow } from '@fettle/protocol/contracts/flow'
import { offerFlow } from '@fettle/protocol/offers/flow'
import { ticketFlow } from '@fettle/protocol/support/ticket-flow'
import { expect, it } from 'vitest'
import { knownStates } from '../../ui/feedback/status-chip.tsx'

it.each([
  ['bookings', bookingFlow.states],
  ['series', seriesFlow.states],
  ['extra work', adjustmentFlow.states],
  ['offers', offerFlow.states],
  ['change orders', amendmentFlow.states],
  ['documents', documentFlow.states],
  ['invitations', referralFlow.states],
  ['tickets', ticketFlow.states],
])('has words for every status of %s, which can be translated', (_, states) => {
  expect((states as readonly string[]).filter((state) => !knownStates.includes(state))).toEqual([])
})
