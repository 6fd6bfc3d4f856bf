import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'

/** Placeholder of a poll, of similar size. */
export const PollWaiting = ({ question }: { question: string }) => (
  <div className="grid w-72 max-w-full gap-1.5 py-1" aria-busy="true">
    <p className="font-semibold wrap-break-word">{question}</p>
    <Skeleton className="h-11" />
    <Skeleton className="h-11" />
  </div>
)
