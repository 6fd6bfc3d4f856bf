import { Trans } from '@lingui/react/macro'
import { Skeleton, SkeletonList } from '../../ui/feedback/skeleton.tsx'

/** Placeholder for a screen whose code or first data is loading. */
export function ScreenSkeleton() {
  return (
    <div className="wide-content grid content-start gap-6 px-4 py-5 md:px-8 md:py-8">
      <p className="sr-only">
        <Trans>Loading</Trans>
      </p>
      <Skeleton className="h-8 w-48" />
      <SkeletonList />
    </div>
  )
}
