import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Placeholder of a document below the head, which the list already provides. */
export const DocumentSkeleton = ({ head }: { head: ReactNode }) => (
  <div aria-busy="true" className="wide-content grid gap-5 px-4 py-5 md:px-8 md:py-8">
    {head ?? <Skeleton className="h-20 w-3/5" />}
    <p className="sr-only">
      <Trans>Loading</Trans>
    </p>
    <Skeleton className="h-36" />
    <Skeleton className="h-64" />
  </div>
)
