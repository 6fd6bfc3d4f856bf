import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { hasPasskeys, isCancelled } from '../../../lib/browser/passkeys.ts'
import { hasCode } from '../../../lib/http/api-error.ts'
import { problemAt, type FieldProblem } from '../../../lib/forms/problems.ts'
import { takeReturnTo } from '../../../routing/return-to.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { OtpField } from '../../../ui/forms/otp-input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { goTo } from '../navigation.ts'
import { errorOf, type SecondFactorChallenge } from '../model.ts'
import { confirmWithPasskey, confirmWithRecoveryCode, confirmWithTotp } from '../passkey-api.ts'
import { storeSession } from '../store-session.ts'
import { usePageRestored } from '../use-page-restored.ts'
import { ErrorBox } from './error-box.tsx'

type Method = 'PASSKEY' | 'TOTP' | 'RECOVERY_CODE'
const allMethods: readonly Method[] = ['PASSKEY', 'TOTP', 'RECOVERY_CODE']

export interface SecondStepProps {
  challenge: SecondFactorChallenge
  /** Called when the login has to start again. */
  onRestart: () => void
}

const fieldOf = { SECOND_FACTOR_INVALID: 'code', SECOND_FACTOR_THROTTLED: 'code' }

/** Second step of a login: passkey, code of the authenticator app or recovery code. */
export function SecondStepForm({ challenge, onRestart }: SecondStepProps) {
  const methods = allMethods.filter((each) => challenge.methods.includes(each) && (each !== 'PASSKEY' || hasPasskeys()))
  const [method, setMethod] = useState<Method>(methods[0] ?? 'TOTP')
  const [code, setCode] = useState('')
  const [remember, setRemember] = useState(false)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [busy, setBusy] = useState(false)
  usePageRestored(() => setBusy(false))

  async function confirm(typed = code) {
    if (busy) return
    if (method === 'TOTP' && typed.length !== 6)
      return setProblems([{ field: 'code', message: t`Enter the 6-digit code.` }])
    if (method === 'RECOVERY_CODE' && typed.trim() === '')
      return setProblems([{ field: 'code', message: t`Enter a recovery code.` }])
    setBusy(true)
    setProblems([])
    const confirmation = { secondFactorToken: challenge.token, rememberDevice: remember }
    try {
      const session =
        method === 'PASSKEY'
          ? await confirmWithPasskey(confirmation)
          : await (method === 'TOTP'
              ? confirmWithTotp(confirmation, typed)
              : confirmWithRecoveryCode(confirmation, typed))
      storeSession(session)
      goTo(takeReturnTo(), { replace: true })
    } catch (error) {
      setBusy(false)
      // Without a connection the code can be sent again as it is.
      if (!hasCode(error, 'NETWORK')) setCode('')
      if (isCancelled(error)) return
      if (hasCode(error, 'SECOND_FACTOR_EXPIRED')) {
        toast.error(t`That took too long. Log in again.`, { id: 'form' })
        return onRestart()
      }
      toast.error(t`Login failed`, { id: 'form' })
      setProblems(errorOf(error, t`Login failed`, fieldOf))
      document.getElementById('code')?.focus()
    }
  }

  const labels: Record<Method, string> = {
    PASSKEY: t`Use a passkey`,
    TOTP: t`Use your authenticator app`,
    RECOVERY_CODE: t`Use a recovery code`,
  }
  const switchTo = (other: Method) => {
    setMethod(other)
    setCode('')
    setProblems([])
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <ErrorBox message={problemAt(problems, '')} />
      {method === 'PASSKEY' && (
        <p className="text-text-muted">
          <Trans>Use your fingerprint, face or screen lock.</Trans>
        </p>
      )}
      {method === 'TOTP' && (
        <OtpField
          id="code"
          label={<Trans>Code from your authenticator app</Trans>}
          value={code}
          error={problemAt(problems, 'code')}
          onChange={setCode}
          onComplete={(digits) => void confirm(digits)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only task of the page
          autoFocus
        />
      )}
      {method === 'RECOVERY_CODE' && (
        <TextField
          id="code"
          label={<Trans>Recovery code</Trans>}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={code}
          error={problemAt(problems, 'code')}
          onChange={(event) => setCode(event.target.value)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only task of the page
          autoFocus
        />
      )}
      <Checkbox
        label={<Trans>Don't ask again on this device for 30 days</Trans>}
        checked={remember}
        onChange={(event) => setRemember(event.target.checked)}
      />
      <Button type="submit" size="lg" wide busy={busy}>
        {method === 'PASSKEY' ? labels.PASSKEY : <Trans>Log in</Trans>}
      </Button>
      <div className="grid justify-items-start">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="quiet" className="-ms-4 text-accent-text" onClick={() => switchTo(other)}>
              {labels[other]}
            </Button>
          ))}
        <Button variant="quiet" className="-ms-4" onClick={onRestart}>
          <Trans>Back to login</Trans>
        </Button>
      </div>
    </form>
  )
}
