import type { SecondFactors } from '@fettle/protocol/accounts/second-factor'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { hasPasskeys, isCancelled } from '../../lib/browser/passkeys.ts'
import { hasCode } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { OtpField } from '../../ui/forms/otp-input.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { verifyPasskey, verifyRecoveryCode, verifyTotp } from './api.ts'

type Method = 'PASSKEY' | 'TOTP' | 'RECOVERY_CODE'

export interface FactorDialogProps {
  factors: SecondFactors
  onProved: () => void
  onClose: () => void
}

/** Proves the identity by a passkey, a code of the authenticator app or a recovery code. */
export function FactorDialog({ factors: { factors, recoveryCodesLeft }, onProved, onClose }: FactorDialogProps) {
  const methods: Method[] = [
    ...(hasPasskeys() && factors.some(({ kind }) => kind === 'PASSKEY') ? (['PASSKEY'] as const) : []),
    ...(factors.some(({ kind }) => kind === 'TOTP') ? (['TOTP'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['RECOVERY_CODE'] as const) : []),
  ]
  const [method, setMethod] = useState<Method>(methods[0] ?? 'RECOVERY_CODE')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function prove(typed = code) {
    if (busy) return
    if (method === 'TOTP' && typed.length !== 6) return setError(t`Enter the 6-digit code.`)
    if (method === 'RECOVERY_CODE' && typed.trim() === '') return setError(t`Enter a recovery code.`)
    setBusy(true)
    setError(undefined)
    try {
      if (method === 'PASSKEY') await verifyPasskey()
      else await (method === 'TOTP' ? verifyTotp(typed) : verifyRecoveryCode(typed))
      onProved()
    } catch (failed) {
      setBusy(false)
      // Without a connection the code can be sent again as it is.
      if (!hasCode(failed, 'NETWORK')) setCode('')
      if (!isCancelled(failed)) setError(errorText(failed, t`We couldn't check that. Try again.`))
    }
  }

  const labels: Record<Method, string> = {
    PASSKEY: t`Use a passkey`,
    TOTP: t`Use your authenticator app`,
    RECOVERY_CODE: t`Use a recovery code`,
  }

  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>Confirm it's you</Trans>}
      description={<Trans>This protects your account if someone else has your phone.</Trans>}
      submit={method === 'PASSKEY' ? labels.PASSKEY : <Trans>Continue</Trans>}
      cancel={<Trans>Cancel</Trans>}
      busy={busy}
      onSubmit={() => void prove()}
    >
      {method === 'PASSKEY' && error && <Banner tone="danger" alert title={error} />}
      {method === 'PASSKEY' && (
        <p>
          <Trans>Use your fingerprint, face or screen lock.</Trans>
        </p>
      )}
      {method === 'TOTP' && (
        <OtpField
          label={<Trans>Code from your authenticator app</Trans>}
          value={code}
          error={error}
          onChange={setCode}
          onComplete={(digits) => void prove(digits)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of the dialog
          autoFocus
        />
      )}
      {method === 'RECOVERY_CODE' && (
        <TextField
          label={<Trans>Recovery code</Trans>}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={code}
          error={error}
          onChange={(event) => setCode(event.target.value)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of the dialog
          autoFocus
        />
      )}
      <div className="grid justify-items-start">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              variant="quiet"
              size="sm"
              className="-ms-3 text-accent-text"
              onClick={({ currentTarget }) => {
                // This button disappears. Fields take the focus by themselves.
                if (other === 'PASSKEY')
                  currentTarget.closest('dialog')?.querySelector<HTMLElement>('[type=submit]')?.focus()
                setMethod(other)
                setCode('')
                setError(undefined)
              }}
            >
              {labels[other]}
            </Button>
          ))}
      </div>
    </FormDialog>
  )
}
