import { Trans } from '@lingui/react/macro'
import { BellOff } from 'lucide-react'
import { RetryButton } from '../../shared/errors/retry-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Shown in place of notifications that could not be loaded. */
export const LoadFailed = ({ onRetry }: { onRetry: () => void }) => (
  <EmptyState
    icon={<BellOff size={26} />}
    title={<Trans>We couldn't load your notifications</Trans>}
    action={<RetryButton onClick={onRetry} />}
  >
    <Trans>Check your connection and try again.</Trans>
  </EmptyState>
)
