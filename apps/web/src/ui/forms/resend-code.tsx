import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { minutesAndSeconds } from '../../lib/format/dates.ts'
import { resendTime, resendTimeAfter, secondsUntil } from '../../lib/forms/resend-time.ts'
import { Button } from '../button.tsx'
import { toast } from '../feedback/toast.ts'

export interface ResendCodeProps {
  /** Time after which another code may be requested. */
  resendAt: number | undefined
  /** Requests another code and returns when the next one may be requested. */
  resend: () => Promise<string>
  onWait?: (until: number) => void
  onSent: () => void
  /** Why no code was sent. */
  failure: (error: unknown) => string | undefined
}

/** Offers to send another code, once that is possible. */
export function ResendCode({ resendAt, resend, onWait, onSent, failure }: ResendCodeProps) {
  const [later, setLater] = useState<number>()
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const seconds = useSecondsUntil(later ?? resendAt)
  const time = minutesAndSeconds(seconds)

  const wait = (until: number) => {
    // The button disappears: keep the focus where it will be again.
    if (box.current?.contains(document.activeElement)) box.current.focus({ preventScroll: true })
    setLater(until)
    onWait?.(until)
  }

  async function requestCode() {
    setBusy(true)
    try {
      wait(resendTime(await resend(), Date.now()))
      onSent()
      toast.success(t`Verification code sent`, {
        id: 'resend',
        body: t`A new verification code has been sent to your email/phone.`,
      })
    } catch (error) {
      const until = resendTimeAfter(error, Date.now())
      if (until !== null) wait(until)
      const body = failure(error)
      toast.error(t`Verification code not sent`, { id: 'resend', ...(body !== undefined && { body }) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div
      ref={box}
      tabIndex={-1}
      className="flex min-h-11 flex-wrap items-center gap-x-2 rounded-control text-text-muted outline-none"
    >
      <Trans>No code yet?</Trans>
      {seconds > 0 ? (
        <span className="tabular-nums">
          <Trans>You can request another code in {time}.</Trans>
        </span>
      ) : (
        <Button
          variant="quiet"
          size="sm"
          busy={busy}
          onClick={() => void requestCode()}
          className="-ms-2 text-accent-text underline underline-offset-4"
        >
          <Trans>Send another code</Trans>
        </Button>
      )}
    </div>
  )
}

/** Counts down the whole seconds until a time. */
function useSecondsUntil(time: number | undefined): number {
  const [now, setNow] = useState(0)
  const secondsLeft = now === 0 ? 0 : secondsUntil(time, now)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the prerendered page has no current time
    setNow(Date.now())
    if (time === undefined) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= time) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [time])
  return secondsLeft
}
