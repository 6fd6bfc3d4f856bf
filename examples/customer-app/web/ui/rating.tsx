import { Star } from 'lucide-react'
import type { ReactNode } from 'react'

/** The average of a provider's reviews, and how many there are. */
export function Rating({ rating }: { rating: { average: number; count: number } | null }): ReactNode {
  if (!rating) return <span className="text-sm text-muted">New here</span>
  return (
    <span className="inline-flex items-center gap-1 text-sm">
      <Star aria-hidden className="size-4 fill-current text-star" />
      <strong className="font-semibold">{rating.average.toFixed(1)}</strong>
      <span className="text-muted">
        ({rating.count} {rating.count === 1 ? 'review' : 'reviews'})
      </span>
    </span>
  )
}
