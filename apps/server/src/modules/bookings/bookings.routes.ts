import * as actions from '@fettle/protocol/bookings/actions'
import { getBooking, getBookingTimeline, listBookingCards, listBookings } from '@fettle/protocol/bookings'
import type { FastifyRequest } from 'fastify'
import type { ProviderActor, Routers } from '../../actors.ts'
import { asProvider, type ActingProvider } from '../../platform/acting-party.ts'
import { readSort } from '../../platform/db/list-query.ts'
import type { Deps } from '../../platform/deps.ts'
import { withVersion } from '../../platform/http/if-match.ts'
import { Reply } from '../../platform/http/router.ts'
import type { LazyBookingView } from './booking.workflow.ts'
import * as service from './bookings.service.ts'
import * as cancellation from './cancellation/cancellation.service.ts'
import { addAttempt } from './lifecycle/contact.service.ts'
import { createBooking, rebookBooking } from './creation/creation.service.ts'
import * as life from './lifecycle/lifecycle.service.ts'
import { pause } from './lifecycle/pause.service.ts'
import { toChoice } from './listing/listing.store.ts'
import { answerProposal, proposeTimes } from './rescheduling/reschedule.service.ts'

export function serveBookings(deps: Deps & cancellation.NoShowDeps, { provider }: Pick<Routers, 'provider'>): void {
  provider.serve(
    listBookings,
    async ({ actor, query: { sort, limit, cursor, ...query } }) => {
      const { bookings, meta } = await service.listBookings(deps, actor.id, {
        ...toChoice(query),
        ...readSort(sort),
        limit,
        cursor,
      })
      return new Reply(bookings, { meta })
    },
    { mayLag: true },
  )
  provider.serve(listBookingCards, ({ actor, query }) => service.listCards(deps, actor.id, query.ids))
  provider.serve(getBooking, ({ actor, params }) => service.getBooking(deps, asProvider(actor), params.id))
  provider.serve(getBookingTimeline, ({ actor, params }) => service.getTimeline(deps, asProvider(actor), params.id))

  provider.serve(actions.createBooking, ({ actor, body }) =>
    createBooking(deps, asProvider(actor), {
      ...body,
      serviceCategory: body.serviceCategory ?? null,
      startAt: body.startAt === undefined ? undefined : new Date(body.startAt),
    }),
  )
  provider.serve(actions.rebookBooking, ({ actor, params, body }) =>
    rebookBooking(deps, asProvider(actor), params.id, { ...body, startAt: new Date(body.startAt) }),
  )

  /** Builds the handler of a versioned transition that returns the booking. */
  const moving =
    <Body extends { version?: number | undefined }>(
      act: (deps: Deps, party: ActingProvider, id: string, body: Body) => Promise<LazyBookingView>,
    ) =>
    ({
      actor,
      params,
      body,
      request,
    }: {
      actor: ProviderActor
      params: { id: string }
      body: Body
      request: FastifyRequest
    }) =>
      act(deps, asProvider(actor), params.id, withVersion(request, body))
  provider.serve(actions.acceptBooking, moving(service.acceptBooking))
  provider.serve(actions.declineBooking, moving(service.declineBooking))
  provider.serve(actions.startTravel, moving(life.startTravel))
  provider.serve(actions.arriveAtBooking, moving(life.arrive))
  provider.serve(actions.startBooking, moving(life.start))
  provider.serve(actions.pauseBooking, moving(pause))
  provider.serve(actions.resumeBooking, moving(life.resume))
  provider.serve(actions.completeBooking, moving(life.complete))
  provider.serve(actions.reopenBooking, moving(life.reopen))
  provider.serve(actions.reportLate, moving(life.late))
  provider.serve(actions.cancelBooking, moving(cancellation.cancel))
  provider.serve(actions.reportNoShow, ({ actor, params, body, request }) =>
    cancellation.reportNoShow(deps, asProvider(actor), params.id, withVersion(request, body)),
  )
  provider.serve(actions.contestCancellation, ({ actor, params, body, request }) =>
    cancellation.contest(deps, asProvider(actor), params.id, 'contest-cancellation', withVersion(request, body)),
  )
  provider.serve(actions.contestNoShow, ({ actor, params, body, request }) =>
    cancellation.contest(deps, asProvider(actor), params.id, 'contest-no-show', withVersion(request, body)),
  )

  provider.serve(actions.getCancellationPreview, ({ actor, params, query }) =>
    cancellation.previewCancellation(deps, asProvider(actor), params.id, query.reasonCode),
  )
  provider.serve(actions.addContactAttempt, ({ actor, params, body }) =>
    addAttempt(deps, asProvider(actor), params.id, body),
  )

  provider.serve(actions.proposeTimes, ({ actor, params, body, request }) =>
    proposeTimes(deps, asProvider(actor), params.id, withVersion(request, body)),
  )
  const toRef = ({ id, proposalId }: { id: string; proposalId: string }) => ({ bookingId: id, id: proposalId })
  provider.serve(actions.acceptProposal, ({ actor, params, body }) =>
    answerProposal(deps, asProvider(actor), toRef(params), 'accept', body),
  )
  provider.serve(actions.declineProposal, ({ actor, params, body }) =>
    answerProposal(deps, asProvider(actor), toRef(params), 'decline', body),
  )
  provider.serve(actions.withdrawProposal, ({ actor, params }) =>
    answerProposal(deps, asProvider(actor), toRef(params), 'withdraw'),
  )
}
