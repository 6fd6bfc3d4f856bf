import { Trans } from '@lingui/react/macro'
import { Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx'

interface LazyBoundaryProps {
  /** Key that resets the boundary. */
  resetKey: string
  /** Placeholder of the same size while loading. */
  fallback: ReactNode
  children: ReactNode
}

/** Boundary for lazy parts. A failure leaves the content around it intact. */
export function LazyBoundary({ resetKey, fallback: waiting, children }: LazyBoundaryProps) {
  return (
    <ErrorBoundary resetKey={resetKey} fallback={() => <LoadFailed />}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  )
}

const LoadFailed = () => (
  <p role="status" className="p-2 text-sm text-text-muted">
    <Trans>We couldn't load this. Open the page again when you're back online.</Trans>
  </p>
)
