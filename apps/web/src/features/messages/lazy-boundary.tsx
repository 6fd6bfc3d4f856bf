import { Trans } from '@lingui/react/macro'
import { Suspense, type ReactNode } from 'react'
import { RouteBoundary } from '../../app/route-error.tsx'

interface LazyBoundaryProps {
  /** What it is: something else starts anew. */
  place: string
  /** In its shape, until it is there. */
  fallback: ReactNode
  /** Instead of it, where it does not come; a line that says so unless given. */
  onError?: ReactNode
  children: ReactNode
}

/** What is loaded only when it is needed. Where it does not come, what stands around it stays. */
export function LazyBoundary({ place, fallback: waiting, onError: instead, children }: LazyBoundaryProps) {
  return (
    <RouteBoundary resetKey={place} fallback={() => instead ?? <LoadFailed />}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </RouteBoundary>
  )
}

const LoadFailed = () => (
  <p role="status" className="p-2 text-sm text-text-muted">
    <Trans>This could not be loaded. Open the page again once there is a connection.</Trans>
  </p>
)
