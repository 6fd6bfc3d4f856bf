import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useEffect, useState } from 'react'
import { nextChange, remaining, type Remaining, type CountdownUrgency } from './countdown-model.ts'

const colour: Record<CountdownUrgency, string> = {
  calm: 'text-text-muted',
  soon: 'text-warning',
  now: 'text-danger',
  over: 'text-text-muted',
}

/** Formats a countdown: `1 d 3 h`, `3 h 20 min`, `9 min 05 s`. */
function spell({ days, hours, minutes, seconds }: Remaining): string {
  if (days > 0) return t`${days} d ${hours} h`
  if (hours > 0) return t`${hours} h ${minutes} min`
  const padded = String(seconds).padStart(2, '0')
  return minutes > 0 ? t`${minutes} min ${padded} s` : t`${seconds} s`
}

export interface CountdownProps {
  /** RFC 3339. */
  until: string
  /** Text after expiry. */
  over?: string
  onOver?: () => void
  className?: string
}

/** Countdown to a deadline. Updates only when its text changes; not announced to screen readers. */
export function Countdown({ until, over, onOver, className }: CountdownProps) {
  const end = Date.parse(until)
  const [now, setNow] = useState(() => Date.now())
  const left = remaining(now, end)
  const done = left.urgency === 'over'

  useEffect(() => {
    if (done) return onOver?.()
    const timer = setTimeout(() => setNow(Date.now()), nextChange(Date.now(), end))
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- onOver runs once, when time is up
  }, [now, end, done])

  const spelled = spell(left)
  return (
    <time dateTime={until} role="timer" className={clsx('font-semibold tabular-nums', colour[left.urgency], className)}>
      {done ? (over ?? t`Time is up`) : t`${spelled} left`}
    </time>
  )
}
