import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import { resendTime } from '../../lib/forms/resend-time.ts'
import { hasCode } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { useProfile } from '../profile/profile.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { OtpField } from '../../ui/forms/otp-input.tsx'
import { PasswordField } from '../../ui/forms/password/password-input.tsx'
import { ResendCode } from '../../ui/forms/resend-code.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { requestCode, verifyCode, verifyPassword } from './api.ts'

const notSent = (error: unknown) => errorText(error, t`Resend verification code failed`)

/** Proves the identity by password, or by a code sent by email. */
export function PasswordDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const { email } = useProfile()
  const field = useId()
  const [method, setMethod] = useState<'password' | 'code'>('password')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [isSending, setSending] = useState(false)
  /** When another code may be requested; undefined until one was sent. */
  const [resendAt, setResendAt] = useState<number>()
  // Focus the password: the browser would focus the first button.
  useEffect(() => document.getElementById(field)?.focus(), [field, error, method])

  async function prove(digits = code) {
    if (busy) return
    if (method === 'password' && password === '') return setError(t`Password is required.`)
    if (method === 'code' && digits.length !== 6) return setError(t`Enter the 6-digit code.`)
    setBusy(true)
    setError(undefined)
    try {
      await (method === 'password' ? verifyPassword(password) : verifyCode(digits))
      onProved()
    } catch (failed) {
      setBusy(false)
      // Without a connection the code can be sent again as it is.
      if (!hasCode(failed, 'NETWORK')) setCode('')
      setError(errorText(failed, t`We couldn't check that. Try again.`))
    }
  }

  const switchTo = (next: typeof method) => {
    setMethod(next)
    setCode('')
    setError(undefined)
  }

  async function sendCode() {
    // Back from the password, the last code is still good.
    if (resendAt !== undefined && Date.now() < resendAt) return switchTo('code')
    setSending(true)
    try {
      setResendAt(resendTime((await requestCode()).resendAvailableAt, Date.now()))
      switchTo('code')
    } catch (failed) {
      toast.error(t`Verification code not sent`, { id: 'step-up', body: notSent(failed) })
    } finally {
      setSending(false)
    }
  }

  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>Confirm it's you</Trans>}
      description={<Trans>This protects your account if someone else has your phone.</Trans>}
      submit={<Trans>Continue</Trans>}
      cancel={<Trans>Cancel</Trans>}
      busy={busy}
      onSubmit={() => void prove()}
    >
      {method === 'password' ? (
        <>
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label={<Trans>Password</Trans>}
            autoComplete="current-password"
            value={password}
            error={error}
            id={field}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button
            variant="quiet"
            size="sm"
            className="justify-self-start text-accent-text"
            busy={isSending}
            onClick={() => void sendCode()}
          >
            <Trans>Send me a code instead</Trans>
          </Button>
        </>
      ) : (
        <>
          <p className="text-text-muted">
            <Trans>We sent a code to {email}.</Trans>
          </p>
          <OtpField
            label={<Trans>6-digit code</Trans>}
            value={code}
            error={error}
            onChange={setCode}
            onComplete={(digits) => void prove(digits)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of the dialog
            autoFocus
          />
          <ResendCode
            resendAt={resendAt}
            resend={async () => (await requestCode()).resendAvailableAt}
            onWait={setResendAt}
            onSent={() => setError(undefined)}
            failure={notSent}
          />
          <Button
            variant="quiet"
            size="sm"
            className="-ms-3 justify-self-start text-accent-text"
            onClick={() => switchTo('password')}
          >
            <Trans>Use your password</Trans>
          </Button>
        </>
      )}
    </FormDialog>
  )
}
