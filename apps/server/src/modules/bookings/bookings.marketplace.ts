import * as operations from '@fettle/protocol/marketplace/bookings'
import type { MarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import type { Routers } from '../../actors.ts'
import type { ActingPerson } from '../../platform/acting-party.ts'
import type { Deps } from '../../platform/deps.ts'
import { actAndShow, actingCustomerOf, type OpenForCustomer } from '../../platform/http/acting-customer.ts'
import { Reply } from '../../platform/http/router.ts'
import * as service from './bookings.service.ts'
import * as cancellation from './cancellation/cancellation.service.ts'
import { editSite } from './lifecycle/contact.service.ts'
import { listForMarketplace } from './listing/marketplace.store.ts'
import * as life from './lifecycle/lifecycle.service.ts'
import { answerProposal, proposeTimes } from './rescheduling/reschedule.service.ts'

type ActingCustomer = ActingPerson & { role: 'CUSTOMER'; providerId: string }

interface MarketplaceBindings {
  openBooking: OpenForCustomer<ActingCustomer>
  /** The booking as the marketplace sees it. */
  show: (customer: ActingCustomer, bookingId: string) => Promise<MarketplaceBooking>
}

/** Registers the customers' booking actions, called by the marketplace. */
export function serveBookingTransitions(
  deps: Deps,
  { marketplace }: Pick<Routers, 'marketplace'>,
  { openBooking, show }: MarketplaceBindings,
): void {
  const acting = actAndShow(openBooking, show)

  marketplace.serve(operations.listMarketplaceBookings, async ({ query: { customerId, ...query }, request }) => {
    const { bookings, nextCursor } = await listForMarketplace(deps.db, {
      ...query,
      customerId: actingCustomerOf(request, customerId),
    })
    return new Reply(bookings, { meta: { nextCursor } })
  })
  marketplace.serve(operations.acceptMarketplaceBooking, (call) =>
    acting(call, (me, id) => service.acceptBooking(deps, me, id, {})),
  )
  marketplace.serve(operations.declineMarketplaceBooking, (call) => {
    const { customerId, ...answer } = call.body
    return acting(call, (me, id) => service.declineBooking(deps, me, id, answer))
  })
  marketplace.serve(operations.cancelMarketplaceBooking, (call) => {
    const { customerId, ...input } = call.body
    return acting(call, (me, id) => cancellation.cancel(deps, me, id, input))
  })
  marketplace.serve(operations.getMarketplaceCancellationPreview, async ({ params, query, request }) => {
    const me = await openBooking(params.id, request, query)
    return cancellation.previewCancellation(deps, me, params.id, query.reasonCode)
  })
  marketplace.serve(operations.confirmMarketplaceBooking, (call) =>
    acting(call, (me, id) => life.confirm(deps, me, id)),
  )
  marketplace.serve(operations.requestFix, (call) => acting(call, (me, id) => life.requestFix(deps, me, id, call.body)))
  marketplace.serve(operations.reportProviderNoShow, (call) =>
    acting(call, (me, id) => cancellation.reportProviderNoShow(deps, me, id, call.body.note)),
  )
  marketplace.serve(operations.contestMarketplaceNoShow, (call) =>
    acting(call, (me, id) => cancellation.contest(deps, me, id, 'contest-no-show', { note: call.body.note })),
  )
  marketplace.serve(operations.contestMarketplaceCancellation, (call) =>
    acting(call, (me, id) => cancellation.contest(deps, me, id, 'contest-cancellation', { note: call.body.note })),
  )
  marketplace.serve(operations.patchMarketplaceBooking, (call) => {
    const { customerId, ...notes } = call.body
    return acting(call, (me, id) => editSite(deps, me, id, notes))
  })
  marketplace.serve(operations.proposeMarketplaceTimes, async ({ params, body: { customerId, ...input }, request }) => {
    const me = await openBooking(params.id, request, { customerId })
    return proposeTimes(deps, me, params.id, input)
  })
  const toRef = ({ id, proposalId }: { id: string; proposalId: string }) => ({ bookingId: id, id: proposalId })
  marketplace.serve(operations.acceptMarketplaceProposal, (call) =>
    acting(call, (me) => answerProposal(deps, me, toRef(call.params), 'accept', { slotIndex: call.body.slotIndex })),
  )
  marketplace.serve(operations.declineMarketplaceProposal, (call) =>
    acting(call, (me) => answerProposal(deps, me, toRef(call.params), 'decline', { note: call.body.note })),
  )
  marketplace.serve(operations.withdrawMarketplaceProposal, (call) =>
    acting(call, (me) => answerProposal(deps, me, toRef(call.params), 'withdraw')),
  )
}
