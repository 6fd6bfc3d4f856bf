import type { Dashboard } from '@fettle/protocol/workspace/dashboard'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { dayName, ownTimeZone } from '../../lib/format/dates.ts'
import { CustomerLine } from '../../shared/customers/customer-line.tsx'
import { Stars } from '../../shared/reviews/stars.tsx'
import { Card } from '../../ui/layout/card.tsx'

interface ListedReview {
  reviews: Dashboard['reviews']
  now: Date
}

/** Latest reviews; renders nothing before the first one. */
export const NewestReviews = memo(function NewestReviews({ reviews, now }: ListedReview) {
  if (reviews.length === 0) return null
  return (
    <Card className="grid gap-1 p-4">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 className="font-semibold">
          <Trans>Latest reviews</Trans>
        </h2>
        <Link
          to={paths.reviews}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-accent-text underline"
        >
          <Trans>See all reviews</Trans>
        </Link>
      </div>
      <ul className="-mx-2 grid" aria-label={t`Latest reviews`}>
        {reviews.map(({ id, customer, rating, comment, work, publishedAt }) => (
          <li key={id}>
            <Link
              to={paths.review(id)}
              className="grid min-h-11 gap-0.5 rounded-control px-2 py-2 hover:bg-surface-hover"
            >
              <span className="flex flex-wrap items-center justify-between gap-x-3">
                <CustomerLine name={customer.name} avatar={customer.avatar} className="font-medium" />
                <Stars value={rating} size={14} />
              </span>
              <span dir="auto" className="line-clamp-2 text-sm">
                {comment || work.title}
              </span>
              <span className="text-sm text-text-muted">{dayName(publishedAt, ownTimeZone(), now)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
})
