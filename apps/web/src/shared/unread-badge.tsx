import { plural } from '@lingui/core/macro'
import clsx from 'clsx'

/** Formats a number of unread items in few characters: `12`, `99+`. */
export const unreadText = (count: number): string => (count > 99 ? '99+' : String(count))

/** Badge with a number of unread items; nothing for zero. */
export function UnreadBadge({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <span
      className={clsx(
        'grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums',
        className,
      )}
    >
      <span aria-hidden="true">{unreadText(count)}</span>
      <span className="sr-only">{plural(count, { one: '# unread', other: '# unread' })}</span>
    </span>
  )
}
