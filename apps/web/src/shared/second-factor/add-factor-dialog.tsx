import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { hasPasskeys, isCancelled, isKnownAlready } from '../../lib/browser/passkeys.ts'
import { hasCode } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { OtpField } from '../../ui/forms/otp-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { addNewPasskey, beginTotp, confirmTotp, secondFactorsQuery, type AddedFactor, type TotpSetup } from './api.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export interface AddFactorDialogProps {
  /** Why a second factor is needed. */
  reason?: ReactNode
  /** Runs an action after a step-up (`useStepUp`). */
  guarded: <T>(action: () => Promise<T>) => Promise<T>
  isStepUpCancelled: (error: unknown) => boolean
  /** Called once a factor was added and its recovery codes were seen. */
  onAdded: () => void
  onClose: () => void
}

/** Adds a passkey or an authenticator app, and shows the recovery codes that come with the first one. */
export function AddFactorDialog(props: AddFactorDialogProps) {
  const { guarded, isStepUpCancelled, onAdded, onClose } = props
  const client = useQueryClient()
  const { data } = useQuery(secondFactorsQuery)
  const [kind, setKind] = useState<'PASSKEY' | 'TOTP'>()
  const [name, setName] = useState('')
  const [setup, setSetup] = useState<TotpSetup>()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<string[]>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const hasApp = data?.factors.some((factor) => factor.kind === 'TOTP') ?? false

  async function run(action: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await action()
    } catch (failed) {
      if (isKnownAlready(failed)) setError(t`This device already has a passkey for your account.`)
      else if (isCancelled(failed)) setError(t`Nothing was added. Try again when you're ready.`)
      else if (!isStepUpCancelled(failed)) setError(errorText(failed, t`We couldn't add this. Try again.`))
      // Without a connection the code can be sent again as it is.
      if (!hasCode(failed, 'NETWORK')) setCode('')
    } finally {
      setBusy(false)
    }
  }

  const finish = ({ recoveryCodes }: AddedFactor) => {
    if (recoveryCodes) setCodes(recoveryCodes)
    else onAdded()
  }

  const startApp = () =>
    run(async () => {
      setSetup(await guarded(beginTotp))
      setKind('TOTP')
    })
  const addPasskey = () =>
    run(async () => finish(await guarded(() => addNewPasskey(client, name.trim() || t`Passkey`))))
  const addApp = (digits: string) =>
    run(async () => finish(await guarded(() => confirmTotp(client, name.trim() || t`Authenticator app`, digits))))

  if (codes) {
    return (
      <Dialog
        open
        onClose={onAdded}
        closable={false}
        title={<Trans>Save your recovery codes</Trans>}
        footer={
          <Button onClick={onAdded}>
            <Trans>I saved them</Trans>
          </Button>
        }
      >
        <RecoveryCodes codes={codes} />
      </Dialog>
    )
  }

  const problem = error && <Banner tone="danger" alert title={error} />
  const cancel = (
    <Button variant="quiet" onClick={onClose}>
      <Trans>Cancel</Trans>
    </Button>
  )

  if (kind === undefined) {
    return (
      <Dialog open onClose={onClose} title={<Trans>Add a second factor</Trans>} footer={cancel}>
        <div className="grid gap-4">
          {props.reason && <p>{props.reason}</p>}
          {problem}
          {hasPasskeys() && (
            <Choice
              icon={<KeyRound size={24} aria-hidden="true" />}
              title={<Trans>Passkey</Trans>}
              text={<Trans>Log in with your fingerprint, face or screen lock. The easiest and safest way.</Trans>}
              onClick={() => {
                setError(undefined)
                setKind('PASSKEY')
              }}
            />
          )}
          {!hasApp && (
            <Choice
              icon={<Smartphone size={24} aria-hidden="true" />}
              title={<Trans>Authenticator app</Trans>}
              text={<Trans>An app on your phone shows a new 6-digit code every 30 seconds.</Trans>}
              onClick={() => void startApp()}
            />
          )}
        </div>
      </Dialog>
    )
  }

  const submit = () => {
    if (kind === 'PASSKEY') return void addPasskey()
    if (code.length === 6) return void addApp(code)
    setError(t`Enter the 6-digit code.`)
  }

  return (
    <FormDialog
      onClose={onClose}
      title={kind === 'PASSKEY' ? <Trans>Add a passkey</Trans> : <Trans>Add an authenticator app</Trans>}
      submit={kind === 'PASSKEY' ? <Trans>Create passkey</Trans> : <Trans>Add app</Trans>}
      cancel={<Trans>Cancel</Trans>}
      busy={busy}
      onSubmit={submit}
    >
      {kind === 'PASSKEY' && problem}
      {kind === 'PASSKEY' && (
        <p className="text-text-muted">
          <Trans>Your browser asks where to keep it: on this device, on your phone or on a security key.</Trans>
        </p>
      )}
      {setup && kind === 'TOTP' && <AppSecret setup={setup} />}
      <TextField
        label={<Trans>Name</Trans>}
        hint={<Trans>To tell it apart later, such as “My phone”.</Trans>}
        optional
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {kind === 'TOTP' && (
        <OtpField
          label={<Trans>6-digit code</Trans>}
          value={code}
          error={error}
          onChange={setCode}
          onComplete={(digits) => void addApp(digits)}
        />
      )}
    </FormDialog>
  )
}

function AppSecret({ setup: { secret, uri } }: { setup: TotpSetup }) {
  return (
    <div className="grid gap-4">
      <p className="text-text-muted">
        <Trans>Scan this code with your authenticator app, then enter the code the app shows.</Trans>
      </p>
      <QrCode text={uri} label={t`QR code for your authenticator app`} />
      <p className="text-sm text-text-muted">
        <Trans>On this phone?</Trans>{' '}
        <a href={uri} className="font-semibold text-accent-text underline underline-offset-4">
          <Trans>Open your app</Trans>
        </a>{' '}
        <Trans>or type this key:</Trans>{' '}
        <code dir="ltr" className="font-mono text-text break-all select-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
    </div>
  )
}

function Choice(props: { icon: ReactNode; title: ReactNode; text: ReactNode; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={props.onClick}
      className="flex items-start gap-4 rounded-card border border-line-strong bg-surface-raised p-4 text-start hover:bg-surface-hover"
    >
      <span className="mt-0.5 shrink-0 text-accent-text">{props.icon}</span>
      <span className="grid gap-1">
        <span className="font-semibold">{props.title}</span>
        <span className="text-sm text-text-muted">{props.text}</span>
      </span>
    </button>
  )
}
