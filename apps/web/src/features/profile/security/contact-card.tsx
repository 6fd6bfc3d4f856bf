import { Email, PhoneInput } from '@fettle/protocol/common/fields'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState, type FormEvent } from 'react'
import { hasCode, isApiError } from '../../../lib/http/api-error.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { check } from '../../../lib/forms/validation.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { OtpField } from '../../../ui/forms/otp-input.tsx'
import { PhoneField } from '../../../ui/forms/phone-input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { requestContactCode, confirmContact, type ContactChange } from './api.ts'
import { StepUpCancelled, useStepUp } from '../../../shared/step-up/use-step-up.tsx'

type Kind = 'EMAIL' | 'PHONE'

/** Email and phone number of the account. */
export function ContactCard({ profile }: { profile: Profile }) {
  const [editing, setEditing] = useState<Kind>()
  const closed = useRef<Kind>(undefined)
  // The form and its button take each other's place: the focus follows.
  const focusButton = useCallback((button: HTMLButtonElement | null) => {
    if (button && button.dataset['kind'] === closed.current) button.focus()
  }, [])
  const close = () => {
    closed.current = editing
    setEditing(undefined)
  }
  const rows: { kind: Kind; label: string; value: string }[] = [
    { kind: 'EMAIL', label: t`Email`, value: profile.email },
    { kind: 'PHONE', label: t`Phone number`, value: profile.phone },
  ]
  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <h2 className="text-lg font-semibold">
        <Trans>Login</Trans>
      </h2>
      {rows.map(({ kind, label, value }) =>
        editing === kind ? (
          <ContactForm key={kind} kind={kind} profile={profile} onClose={close} />
        ) : (
          <div key={kind} className="flex items-center justify-between gap-4">
            <div className="grid min-w-0">
              <span className="text-sm text-text-muted">{label}</span>
              <span dir="ltr" className="font-medium break-all">
                {value || '–'}
              </span>
            </div>
            <Button
              ref={focusButton}
              data-kind={kind}
              variant="secondary"
              size="sm"
              aria-label={t`Change: ${label}`}
              onClick={() => {
                closed.current = undefined
                setEditing(kind)
              }}
            >
              <Trans>Change</Trans>
            </Button>
          </div>
        ),
      )}
    </Card>
  )
}

function ContactForm({ kind, profile, onClose }: { kind: Kind; profile: Profile; onClose: () => void }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { guarded, dialog } = useStepUp()

  async function work(action: () => Promise<void>, failure: string) {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await action()
    } catch (failed) {
      if (!(failed instanceof StepUpCancelled)) {
        // Without a connection the code can be sent again as it is.
        if (!hasCode(failed, 'NETWORK')) setCode('')
        setError((isApiError(failed) ? failed.issues[0]?.message : undefined) ?? errorText(failed, failure))
      }
    } finally {
      setBusy(false)
    }
  }

  const sendCode = (event: FormEvent) => {
    event.preventDefault()
    const checked = check(kind === 'EMAIL' ? Email : PhoneInput, typed)
    if (!checked.ok) return setError(checked.problems[0]?.message)
    const change: ContactChange = kind === 'EMAIL' ? { email: checked.values } : { phone: checked.values }
    void work(
      async () => {
        const { destination } = await guarded(() => requestContactCode(change))
        setSentTo(destination)
      },
      t`Verification code not sent`,
    )
  }

  const confirm = (code: string, destination: string) =>
    work(
      async () => {
        await confirmContact(client, { kind, code, destination })
        toast.success(kind === 'EMAIL' ? t`Email changed` : t`Phone number changed`, { id: 'contact' })
        onClose()
      },
      t`Verification failed`,
    )

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          if (sentTo === undefined) return sendCode(event)
          event.preventDefault()
          if (code.length === 6) void confirm(code, sentTo)
          else setError(t`Enter the 6-digit code.`)
        }}
        className="grid max-w-md gap-4"
      >
        {sentTo !== undefined ? (
          <>
            <p className="text-text-muted">
              <Trans>We sent a code to {sentTo}. Nothing changes until you enter it.</Trans>
            </p>
            <OtpField
              label={<Trans>6-digit code</Trans>}
              value={code}
              error={error}
              onChange={setCode}
              onComplete={(digits) => void confirm(digits, sentTo)}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the next step
              autoFocus
            />
          </>
        ) : kind === 'EMAIL' ? (
          <TextField
            type="email"
            label={<Trans>New email</Trans>}
            autoComplete="email"
            autoCapitalize="none"
            inputMode="email"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a button for this field
            autoFocus
            value={typed}
            error={error}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : (
          <PhoneField
            label={<Trans>New phone number</Trans>}
            value={typed}
            error={error}
            country={profile.country ?? 'NG'}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a button for this field
            autoFocus
            onChange={setTyped}
          />
        )}
        <div className="flex flex-wrap gap-3 max-sm:grid">
          <Button type="submit" busy={busy}>
            {sentTo === undefined ? <Trans>Send code</Trans> : <Trans>Confirm</Trans>}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}
