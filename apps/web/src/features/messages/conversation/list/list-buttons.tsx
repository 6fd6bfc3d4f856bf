import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Spinner } from '../../../../ui/icons/glyphs.tsx'

/** Lies over the top edge of the list, so that the messages stay where they are when it comes and goes. */
export const JumpToUnread = ({ onClick }: { onClick: () => void }) => (
  <div className="absolute inset-x-0 top-0 z-10 border-b border-line bg-surface-raised">
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-11 w-full items-center justify-center gap-2 px-4 text-sm font-semibold text-accent-text hover:bg-surface-hover focus-visible:-outline-offset-2"
    >
      <Trans>Jump to first unread</Trans>
      <ArrowUp size={18} aria-hidden="true" />
    </button>
  </div>
)

export function LoadingState({ failed, busy, onRetry }: { failed: boolean; busy: boolean; onRetry: () => void }) {
  if (failed) {
    return (
      <FloatingButton onClick={onRetry}>
        <Trans>Load more messages</Trans>
      </FloatingButton>
    )
  }
  return (
    busy && (
      <output
        aria-label={t`Loading messages`}
        className="rounded-full bg-surface-raised p-2 text-text-muted shadow-floating"
      >
        <Spinner />
      </output>
    )
  )
}

export const JumpToLatest = ({ count, onClick }: { count: number; onClick: () => void }) => (
  <div className="absolute end-4 bottom-3">
    <FloatingButton onClick={onClick}>
      {count > 0 ? (
        <Plural value={count} one="# new" other="# new" />
      ) : (
        <span className="sr-only">
          <Trans>Jump to latest</Trans>
        </span>
      )}
      <ArrowDown size={18} aria-hidden="true" />
    </FloatingButton>
  </div>
)

const FloatingButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onClick}
    className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface-raised px-3.5 text-sm font-semibold shadow-floating hover:bg-surface-hover"
  >
    {children}
  </button>
)
