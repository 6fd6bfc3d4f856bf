import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Placeholder rows. */
export const PanelSkeleton = ({ rows = 4 }: { rows?: number }) => (
  <div aria-hidden="true" className="grid gap-1 px-2 py-3">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="flex gap-3 p-2">
        <Skeleton className="size-10 shrink-0 rounded-full" />
        <div className="grid flex-1 content-start gap-2 pt-1">
          <Skeleton className={row % 2 ? 'h-4 w-3/5' : 'h-4 w-4/5'} />
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-3 w-1/4" />
        </div>
      </div>
    ))}
  </div>
)
