import { plural } from '@lingui/core/macro'
import clsx from 'clsx'

/** Count badge; renders nothing for zero. */
export function Badge({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <span
      className={clsx(
        'grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums',
        className,
      )}
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{plural(count, { one: '# unread', other: '# unread' })}</span>
    </span>
  )
}
