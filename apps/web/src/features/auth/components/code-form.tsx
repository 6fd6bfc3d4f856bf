import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { problemAt, type FieldProblem } from '../../../lib/forms/problems.ts'
import { Button } from '../../../ui/button.tsx'
import { OtpField } from '../../../ui/forms/otp-input.tsx'
import { ResendCode } from '../../../ui/forms/resend-code.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { updateAuthState } from '../auth-state.ts'
import { errorOf, isUnanswered } from '../model.ts'
import { usePageRestored } from '../use-page-restored.ts'
import { Complaints } from './lazy.tsx'

export interface CodeFormProps {
  /** Time after which another code may be requested, as the previous page stored it. */
  resendAt: number | undefined
  /** Resolves when the page is about to navigate away. */
  verify: (code: string) => Promise<void>
  /** Requests another code and returns when the next one may be requested. */
  resend: () => Promise<string>
  /** Message for failures without a server message. */
  failure: string
  submit: ReactNode
}

const DIGITS = 6

const fieldOf = { OTP_INVALID: 'code', OTP_EXPIRED: 'code', OTP_ATTEMPTS_EXCEEDED: 'code' }

/** Form for a six-digit code. Submits after the last digit, and offers to send another code. */
export function CodeForm({ resendAt, verify, resend, failure, submit }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const setRunning = (isRunning: boolean) => {
    running.current = isRunning
    setBusy(isRunning)
  }
  usePageRestored(() => setRunning(false))

  async function send(digits: string) {
    if (running.current) return
    if (digits.length !== DIGITS) {
      setProblems([{ field: 'code', message: t`Enter the 6-digit code.` }])
      return focusCode()
    }
    setRunning(true)
    setProblems([])
    try {
      await verify(digits)
    } catch (error) {
      setRunning(false)
      setProblems(errorOf(error, failure, fieldOf))
      // A code that could not be checked can be sent again as it is.
      if (!isUnanswered(error)) setCode('')
      toast.error(failure, { id: 'form' })
      focusCode()
    }
  }

  const focusCode = () => form.current?.querySelector('input')?.focus()

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void send(code)
  }

  return (
    <form ref={form} onSubmit={onSubmit} method="post" noValidate className="grid gap-5">
      <Complaints message={problemAt(problems, '')} />
      <OtpField
        id="code"
        label={<Trans>6-digit code</Trans>}
        value={code}
        error={problemAt(problems, 'code')}
        onChange={setCode}
        onComplete={(digits) => void send(digits)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only task of the page
        autoFocus
      />
      <Button type="submit" size="lg" wide busy={busy}>
        {submit}
      </Button>
      <ResendCode
        resendAt={resendAt}
        resend={resend}
        onWait={(until) => updateAuthState({ resendAt: until })}
        onSent={() => {
          setProblems([])
          toast.dismiss('form')
          focusCode()
        }}
        failure={(error) => errorOf(error, t`Resend verification code failed`)[0]?.message}
      />
    </form>
  )
}
