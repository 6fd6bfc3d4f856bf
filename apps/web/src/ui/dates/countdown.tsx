import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useEffect, useState } from 'react'
import { remainingText } from '../../lib/format/dates.ts'
import { nextChange, urgencyOf, type CountdownUrgency } from './countdown-model.ts'

const colour: Record<CountdownUrgency, string> = {
  calm: 'text-text-muted',
  soon: 'text-warning',
  now: 'text-danger',
  over: 'text-text-muted',
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
  const urgency = urgencyOf(now, end)
  const isOver = urgency === 'over'

  useEffect(() => {
    if (isOver) return onOver?.()
    const timer = setTimeout(() => setNow(Date.now()), nextChange(Date.now(), end))
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- onOver runs once, when time is up
  }, [now, end, isOver])

  const spelled = remainingText(end - now, { withSeconds: true })
  return (
    <time dateTime={until} role="timer" className={clsx('font-semibold tabular-nums', colour[urgency], className)}>
      {isOver ? (over ?? t`Time is up`) : t`${spelled} left`}
    </time>
  )
}
