import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RetryButton } from '../errors/retry-button.tsx'
import { CardFrame, CardSkeleton } from './card-frame.tsx'

interface LoadableCardProps<Card> {
  /** Null: it does not exist, or is not the caller's. */
  query: UseQueryResult<Card | null>
  /** Message when loading fails. */
  failed: ReactNode
  /** Message when it does not exist. Without one it counts as failed. */
  gone?: ReactNode
  children: (card: Card) => ReactNode
}

/** Card of a conversation, while it loads and when it cannot be shown. */
export function LoadableCard<Card>({ query, failed, gone, children }: LoadableCardProps<Card>) {
  const { data: card, isPending, isFetching, refetch } = query
  if (card) return children(card)
  if (isPending) return <CardSkeleton />
  if (card === null && gone) {
    return (
      <CardFrame>
        <p className="font-semibold">{gone}</p>
        <p className="text-sm text-text-muted">
          <Trans>It was deleted, or it belongs to another account.</Trans>
        </p>
      </CardFrame>
    )
  }
  return (
    <CardFrame>
      <p className="text-sm text-text-muted">{failed}</p>
      <RetryButton size="sm" busy={isFetching} onClick={() => void refetch()} />
    </CardFrame>
  )
}
