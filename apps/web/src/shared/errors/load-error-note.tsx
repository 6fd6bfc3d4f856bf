import type { ReactNode } from 'react'
import type { LoadErrorProps } from './load-error.tsx'
import { RetryButton } from './retry-button.tsx'

interface LoadErrorNoteProps {
  query: Pick<LoadErrorProps['query'], 'isFetching' | 'refetch'>
  /** Says what could not be loaded. */
  children: ReactNode
}

/** Quiet line in place of an optional part that could not be loaded, with a button to try again. */
export const LoadErrorNote = ({ query: { isFetching, refetch }, children }: LoadErrorNoteProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
    <p className="text-sm text-text-muted">{children}</p>
    <RetryButton size="sm" busy={isFetching} onClick={() => void refetch()} />
  </div>
)
