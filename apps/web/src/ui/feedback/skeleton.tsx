import clsx from 'clsx'

/** Grey placeholder. Set its size by class. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={clsx('block animate-pulse rounded-control bg-surface-hover', className)} />
)

/** Placeholder of a list. */
export const SkeletonList = ({ rows = 5 }: { rows?: number }) => (
  <div aria-hidden="true" className="grid gap-3">
    {Array.from({ length: rows }, (_, index) => (
      <div
        key={index}
        className="flex min-h-21 items-center gap-4 rounded-card border border-line bg-surface-raised p-4"
      >
        <Skeleton className="size-10 shrink-0 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className={index % 2 ? 'h-4 w-2/5' : 'h-4 w-3/5'} />
          <Skeleton className="h-3.5 w-1/4" />
        </div>
        <Skeleton className="h-6 w-20 rounded-full" />
      </div>
    ))}
  </div>
)
