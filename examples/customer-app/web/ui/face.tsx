import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { fileUrl } from '../lib/session.ts'

/** A person's picture, or their initials. */
export function Face({ name, avatar, size = 48 }: { name: string; avatar: string | null; size?: number }): ReactNode {
  const style = { width: size, height: size }
  if (avatar) return <img src={fileUrl(avatar)} alt="" style={style} className="shrink-0 rounded-full object-cover" />
  const initials = name.split(/\s+/).map((word) => word.charAt(0))
  return (
    <span
      aria-hidden
      style={style}
      className="grid shrink-0 place-items-center rounded-full bg-soft font-semibold text-accent"
    >
      {initials.slice(0, 2).join('')}
    </span>
  )
}

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
