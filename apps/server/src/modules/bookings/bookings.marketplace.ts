import * as moves from '@fettle/protocol/marketplace/bookings'
import type { MarketplaceBooking } from '@fettle/protocol/marketplace'
import type { FastifyRequest } from 'fastify'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import type { ActingPerson } from './booking.access.ts'
import * as service from './bookings.service.ts'
import * as cancellation from './cancellation/cancellation.service.ts'
import { editSite } from './lifecycle/contact.service.ts'
import { listForMarketplace } from './listing/marketplace.store.ts'
import * as life from './lifecycle/lifecycle.service.ts'
import { answerProposal, proposeTimes } from './rescheduling/reschedule.service.ts'

type ActingCustomer = ActingPerson & { providerId: string }

interface MarketplaceBindings {
  /** Opens the booking for the acting customer. Throws NOT_FOUND. */
  actAs: (bookingId: string, request: FastifyRequest, customerId?: string) => Promise<ActingCustomer>
  /** The booking as the marketplace sees it. */
  show: (customer: ActingCustomer, bookingId: string) => Promise<MarketplaceBooking>
  /** The customer a call acts for, if it names one. */
  customerOf: (request: FastifyRequest, customerId?: string) => string | undefined
}

/** Registers the customers' booking actions, called by the marketplace. */
export function serveBookingTransitions(
  deps: Deps,
  { marketplace }: Pick<Routers, 'marketplace'>,
  { actAs, show, customerOf }: MarketplaceBindings,
): void {
  /** Acts for the customer and returns the booking afterwards. */
  const acting = async (
    { params, request }: { params: { id: string }; request: FastifyRequest },
    customerId: string | undefined,
    act: (customer: ActingPerson) => Promise<unknown>,
  ) => {
    const customer = await actAs(params.id, request, customerId)
    await act(customer)
    return () => show(customer, params.id)
  }

  marketplace.serve(moves.listMarketplaceBookings, async ({ query: { customerId, ...query }, request }) => {
    const { bookings, nextCursor } = await listForMarketplace(deps.db, {
      ...query,
      customerId: customerOf(request, customerId),
    })
    return new Reply(bookings, { meta: { nextCursor } })
  })
  marketplace.serve(moves.acceptMarketplaceBooking, (call) =>
    acting(call, call.body.customerId, (me) => service.acceptBooking(deps, me, call.params.id, {})),
  )
  marketplace.serve(moves.declineMarketplaceBooking, (call) => {
    const { customerId, ...answer } = call.body
    return acting(call, customerId, (me) => service.declineBooking(deps, me, call.params.id, answer))
  })
  marketplace.serve(moves.cancelMarketplaceBooking, (call) => {
    const { customerId, ...given } = call.body
    return acting(call, customerId, (me) => cancellation.cancel(deps, me, call.params.id, given))
  })
  marketplace.serve(moves.getMarketplaceCancellationPreview, async ({ params, query, request }) => {
    const me = await actAs(params.id, request, query.customerId)
    return cancellation.previewCancellation(deps, me, params.id, query.reasonCode)
  })
  marketplace.serve(moves.confirmMarketplaceBooking, (call) =>
    acting(call, call.body.customerId, (me) => life.confirm(deps, me, call.params.id)),
  )
  marketplace.serve(moves.requestFix, (call) =>
    acting(call, call.body.customerId, (me) => life.requestFix(deps, me, call.params.id, call.body)),
  )
  marketplace.serve(moves.reportProviderNoShow, (call) =>
    acting(call, call.body.customerId, (me) =>
      cancellation.reportProviderNoShow(deps, me, call.params.id, call.body.note),
    ),
  )
  marketplace.serve(moves.contestMarketplaceNoShow, (call) =>
    acting(call, call.body.customerId, (me) =>
      cancellation.contest(deps, me, call.params.id, 'contest-no-show', { note: call.body.note }),
    ),
  )
  marketplace.serve(moves.contestMarketplaceCancellation, (call) =>
    acting(call, call.body.customerId, (me) =>
      cancellation.contest(deps, me, call.params.id, 'contest-cancellation', { note: call.body.note }),
    ),
  )
  marketplace.serve(moves.patchMarketplaceBooking, (call) => {
    const { customerId, ...notes } = call.body
    return acting(call, customerId, (me) => editSite(deps, me, call.params.id, notes))
  })
  marketplace.serve(moves.proposeMarketplaceTimes, async ({ params, body: { customerId, ...wished }, request }) => {
    const me = await actAs(params.id, request, customerId)
    return proposeTimes(deps, me, params.id, wished)
  })
  const toRef = ({ id, proposalId }: { id: string; proposalId: string }) => ({ bookingId: id, id: proposalId })
  marketplace.serve(moves.acceptMarketplaceProposal, (call) =>
    acting(call, call.body.customerId, (me) =>
      answerProposal(deps, me, toRef(call.params), 'accept', { slotIndex: call.body.slotIndex }),
    ),
  )
  marketplace.serve(moves.declineMarketplaceProposal, (call) =>
    acting(call, call.body.customerId, (me) =>
      answerProposal(deps, me, toRef(call.params), 'decline', { note: call.body.note }),
    ),
  )
  marketplace.serve(moves.withdrawMarketplaceProposal, (call) =>
    acting(call, call.body.customerId, (me) => answerProposal(deps, me, toRef(call.params), 'withdraw')),
  )
}
