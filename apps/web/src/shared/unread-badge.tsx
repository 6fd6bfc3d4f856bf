import { plural } from '@lingui/core/macro'
import clsx from 'clsx'

/** Formats a number of unread items in few characters: `12`, `99+`. */
export const unreadText = (count: number): string => (count > 99 ? '99+' : String(count))

/** Text of a badge that lies over something: large text grows it only as far as a narrow screen has room. */
export const limitedBadgeText = 'text-[length:min(0.75rem,3.6vw)]'

interface UnreadBadgeProps {
  count: number
  /** Class of the text size, from which all other sizes follow. */
  textSize?: string
  className?: string
}

/** Badge with a number of unread items; nothing for zero. */
export function UnreadBadge({ count, textSize = 'text-xs', className }: UnreadBadgeProps) {
  if (count === 0) return null
  return (
    <span
      className={clsx(
        'grid h-[1.67em] min-w-[1.67em] shrink-0 place-items-center rounded-full bg-accent px-[0.5em] font-semibold text-on-accent tabular-nums',
        textSize,
        className,
      )}
    >
      <span aria-hidden="true">{unreadText(count)}</span>
      <span className="sr-only">{plural(count, { one: '# unread', other: '# unread' })}</span>
    </span>
  )
}
