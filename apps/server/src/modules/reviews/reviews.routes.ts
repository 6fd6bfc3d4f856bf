import * as customers from '@fettle/protocol/marketplace/reviews'
import * as protocol from '@fettle/protocol/reviews'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import type { MarketplaceActor, Routers } from '../../actors.ts'
import { asProvider } from '../../platform/acting-party.ts'
import type { Deps } from '../../platform/deps.ts'
import { fieldError } from '../../platform/errors.ts'
import { withVersion } from '../../platform/http/if-match.ts'
import { actingCustomerOf } from '../../platform/http/acting-customer.ts'
import { Reply } from '../../platform/http/router.ts'
import * as marketplaceReviews from './marketplace.service.ts'
import * as ratings from './ratings.service.ts'
import * as service from './reviews.service.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

export function serveReviews(deps: Deps & service.ContestDeps, { provider }: Pick<Routers, 'provider'>): void {
  provider.serve(
    protocol.listReviews,
    async ({ actor, query }) => {
      const { reviews, meta } = await service.list(deps, actor.id, query)
      return new Reply(reviews, { meta: { ...meta } })
    },
    { mayLag: true },
  )
  provider.serve(protocol.getReview, ({ actor, params }) => service.get(deps, actor.id, params.id))
  provider.serve(protocol.replyToReview, ({ actor, params, body, request }) =>
    service.reply(deps, asProvider(actor), params.id, withVersion(request, body)),
  )
  provider.serve(protocol.contestReview, ({ actor, params, body, request }) =>
    service.contest(deps, asProvider(actor), params.id, withVersion(request, body)),
  )
  for (const [type, { get, rate, ask }] of [
    [
      'BOOKING',
      { get: protocol.getBookingReview, rate: protocol.rateCustomerOfBooking, ask: protocol.askReviewOfBooking },
    ],
    [
      'CONTRACT',
      { get: protocol.getContractReview, rate: protocol.rateCustomerOfContract, ask: protocol.askReviewOfContract },
    ],
  ] as const) {
    provider.serve(get, ({ actor, params }) => ratings.getWorkReview(deps, actor.id, { type, id: params.id }))
    provider.serve(rate, ({ actor, params, body }) =>
      ratings.rateCustomer(deps, asProvider(actor), { type, id: params.id }, body),
    )
    provider.serve(ask, ({ actor, params }) => ratings.askForReview(deps, asProvider(actor), { type, id: params.id }))
  }
}

interface ModerationCall {
  actor: MarketplaceActor
  params: { id: string }
  body: { reason: string }
}

/** Registers customers' reviews and operators' moderation, called by the marketplace. */
export function serveMarketplaceReviews(deps: Deps, { marketplace }: Pick<Routers, 'marketplace'>): void {
  marketplace.serve(customers.createReview, ({ body, request }) =>
    marketplaceReviews.create(deps, actingCustomerOf(request, body.customerId), body),
  )
  marketplace.serve(customers.listMarketplaceReviews, async ({ query, request }) => {
    const { customerId, providerId, ...page } = query
    const parties = { providerId, customerId: actingCustomerOf(request, customerId) }
    const { reviews, nextCursor } = await marketplaceReviews.list(deps, parties, page)
    return new Reply(reviews, { meta: { nextCursor } })
  })
  marketplace.serve(customers.getMarketplaceReview, ({ params, query, request }) =>
    marketplaceReviews.get(deps, actingCustomerOf(request, query.customerId), params.id),
  )
  marketplace.serve(
    customers.addReviewPhoto,
    async ({ params, body, file, request }) => {
      if (!file) throw fieldError(['file'], 'REQUIRED', issueText('PHOTO_REQUIRED'))
      return marketplaceReviews.addPhoto(deps, actingCustomerOf(request, body.customerId), params.id, file)
    },
    { maxFileBytes: uploadRules.REVIEW_PHOTO.maxBytes },
  )
  const moderate =
    (action: 'hide' | 'restore') =>
    ({ actor, params, body }: ModerationCall) =>
      marketplaceReviews.moderate(deps, actor.name, params.id, { action, ...body })
  marketplace.serve(customers.hideReview, moderate('hide'))
  marketplace.serve(customers.restoreReview, moderate('restore'))
}
