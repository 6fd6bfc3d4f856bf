import { Trans } from '@lingui/react/macro'
import { Suspense, type ReactNode } from 'react'
import { RouteBoundary } from '../../app/route-error.tsx'

interface LateProps {
  /** What it is: something else starts anew. */
  place: string
  /** In its shape, until it is there. */
  waiting: ReactNode
  /** Instead of it, where it does not come; a line that says so unless given. */
  instead?: ReactNode
  children: ReactNode
}

/** What is loaded only when it is needed. Where it does not come, what stands around it stays. */
export function Late({ place, waiting, instead, children }: LateProps) {
  return (
    <RouteBoundary place={place} fallback={() => instead ?? <NotHere />}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </RouteBoundary>
  )
}

const NotHere = () => (
  <p role="status" className="p-2 text-sm text-text-muted">
    <Trans>This could not be loaded. Open the page again once there is a connection.</Trans>
  </p>
)
