import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { hasPasskeys } from '../../lib/browser/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { OtpField } from '../../ui/forms/otp-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { secondFactorsQuery, type TotpSetup } from './api.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodesDialog } from './recovery-codes.tsx'
import { useAddFactor, type AddFactorOptions, type AddingFactor, type FactorKind } from './use-add-factor.ts'

export interface AddFactorDialogProps extends AddFactorOptions {
  /** Why a second factor is needed. */
  reason?: ReactNode
  onClose: () => void
}

/** Adds a passkey or an authenticator app, and shows the recovery codes that come with the first one. */
export function AddFactorDialog({ reason, onClose, ...props }: AddFactorDialogProps) {
  const adding = useAddFactor(props)
  if (adding.recoveryCodes) return <RecoveryCodesDialog codes={adding.recoveryCodes} onClose={props.onAdded} />
  if (adding.kind === undefined) return <KindDialog reason={reason} adding={adding} onClose={onClose} />
  return <FactorDialog kind={adding.kind} adding={adding} onClose={onClose} />
}

interface StepProps {
  adding: AddingFactor
  onClose: () => void
}

/** Asks for the kind of factor. */
function KindDialog({ reason, adding, onClose }: StepProps & { reason: ReactNode }) {
  const { data } = useQuery(secondFactorsQuery)
  const hasApp = data?.factors.some((factor) => factor.kind === 'TOTP') ?? false
  return (
    <Dialog
      onClose={onClose}
      title={<Trans>Add a passkey or an app</Trans>}
      footer={
        <Button variant="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <div className="grid gap-4">
        {reason && <p>{reason}</p>}
        <Problem text={adding.error} />
        {hasPasskeys() && (
          <Choice
            icon={<KeyRound size={24} aria-hidden="true" />}
            title={<Trans>Passkey</Trans>}
            text={<Trans>Log in with your fingerprint, face or screen lock. The easiest and safest way.</Trans>}
            onClick={adding.choosePasskey}
          />
        )}
        {!hasApp && (
          <Choice
            icon={<Smartphone size={24} aria-hidden="true" />}
            title={<Trans>Authenticator app</Trans>}
            text={<Trans>An app on your phone shows a new 6-digit code every 30 seconds.</Trans>}
            onClick={() => void adding.startApp()}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Asks for the factor's name, and for a code of an app. */
function FactorDialog({ kind, adding, onClose }: StepProps & { kind: FactorKind }) {
  const { error, setup } = adding
  const [name, setName] = useState('')
  const addApp = (digits: string) => void adding.addApp(name.trim() || t`Authenticator app`, digits)
  const submit = () => {
    if (kind === 'PASSKEY') void adding.addPasskey(name.trim() || t`Passkey`)
    else if (adding.code.length === 6) addApp(adding.code)
    else adding.setError(t`Enter the 6-digit code.`)
  }

  return (
    <FormDialog
      onClose={onClose}
      title={kind === 'PASSKEY' ? <Trans>Add a passkey</Trans> : <Trans>Add an authenticator app</Trans>}
      submit={kind === 'PASSKEY' ? <Trans>Create passkey</Trans> : <Trans>Add app</Trans>}
      cancel={<Trans>Cancel</Trans>}
      busy={adding.busy}
      onSubmit={submit}
    >
      {kind === 'PASSKEY' && <Problem text={error} />}
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
          value={adding.code}
          error={error}
          onChange={adding.setCode}
          onComplete={addApp}
        />
      )}
    </FormDialog>
  )
}

function Problem({ text }: { text: string | undefined }) {
  return text === undefined ? null : <Banner tone="danger" alert title={text} />
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
