import clsx from 'clsx'
import type { ReactNode } from 'react'
import { softTone, type Tone } from '../feedback/status-chip.tsx'

export interface TimelineItem {
  id: string
  title: ReactNode
  /** Formatted time. */
  at: ReactNode
  /** Machine-readable time. */
  dateTime: string
  detail?: ReactNode
  icon?: ReactNode
  tone?: Tone
}

/** Timeline of events, in the given order. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className="grid">
      {items.map(({ id, title, at, dateTime, detail, icon, tone = 'neutral' }, index) => (
        <li key={id} className="relative flex gap-3.5 pb-5 last:pb-0">
          {index < items.length - 1 && (
            <span aria-hidden="true" className="absolute start-[15px] top-9 bottom-1 w-px bg-line" />
          )}
          <span
            aria-hidden="true"
            className={clsx('grid size-8 shrink-0 place-items-center rounded-full', softTone[tone])}
          >
            {icon ?? <span className="size-2 rounded-full bg-current" />}
          </span>
          <div className="min-w-0 flex-1 pt-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="font-medium">{title}</p>
              <time dateTime={dateTime} className="text-sm text-text-muted tabular-nums">
                {at}
              </time>
            </div>
            {detail && <div className="mt-0.5 text-sm text-text-muted">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
