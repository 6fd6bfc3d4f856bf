import { hideReview, listMarketplaceReviews, restoreReview } from '@fettle/protocol/marketplace/reviews'
import type { Api } from '../api.ts'
import { toTable } from '../table.ts'
import { UsageError } from '../usage.ts'
import { actionsOf, line, paged, read, time, toAccountFilter } from '../arguments.ts'

export const REVIEWS_HELP = `Reviews

  reviews list --provider ID [--customer ID]
  reviews hide ID --reason "…"
  reviews restore ID --reason "…"`

const moderating = (operation: typeof hideReview | typeof restoreReview) => async (api: Api, args: string[]) => {
  const { positionals, reason } = read(args, { names: ['the id of a review'], needs: ['reason'] })
  const { data } = await api.call(operation, { params: { id: positionals[0] ?? '' }, body: { reason } })
  return `The review of ${data.customer.name} is ${data.status} (${data.id}).`
}

export const reviews = actionsOf<Api>('reviews', {
  async list(api, args) {
    const query = toAccountFilter(read(args, { may: ['provider', 'customer', 'cursor', 'limit'] }))
    if (query.providerId === undefined && query.customerId === undefined)
      throw new UsageError('Missing the owner: --provider ID, or --customer ID.')
    const { data, next } = await api.call(listMarketplaceReviews, { query })
    if (data.length === 0) return 'No reviews.'
    const rows = data.map((each) => [
      each.id,
      each.status,
      '★'.repeat(each.rating).padEnd(5, '☆'),
      each.customer.name,
      each.work.reference,
      time(each.publishedAt ?? each.createdAt),
      line(each.comment),
    ])
    return paged(toTable(['ID', 'STATUS', 'STARS', 'CUSTOMER', 'WORK', 'AT', 'WHAT THEY SAY'], rows), next)
  },
  hide: moderating(hideReview),
  restore: moderating(restoreReview),
})
