import { Trans } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { RetryButton } from '../../../shared/errors/retry-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

/** Shown instead of content that needs a connection, while there is none. */
export const NotHere = ({ children }: { children?: ReactNode }) => (
  <EmptyState icon={<WifiOff size={26} />} title={<Trans>Not available offline</Trans>}>
    {children}
  </EmptyState>
)

interface NotLoadedProps {
  icon: ReactNode
  title?: ReactNode
  busy?: boolean
  onRetry: () => void
}

/** Shown instead of content that could not be loaded. */
export const NotLoaded = ({ icon, title, busy = false, onRetry }: NotLoadedProps) => (
  <EmptyState
    icon={icon}
    title={title ?? <Trans>Couldn't load them</Trans>}
    action={<RetryButton busy={busy} onClick={onRetry} />}
  />
)
