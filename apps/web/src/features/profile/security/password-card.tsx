import { NewPassword } from '@fettle/protocol/common/fields'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { hasCode, isApiError } from '../../../lib/http/api-error.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { problemAt, problemsOf, type FieldProblem } from '../../../lib/forms/problems.ts'
import { check } from '../../../lib/forms/validation.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PasswordField } from '../../../ui/forms/password/password-input.tsx'
import { StrengthMeter } from '../../../ui/forms/password/strength-meter.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { setPassword } from './api.ts'
import { StepUpCancelled, useStepUp } from '../../../shared/step-up/use-step-up.tsx'

const Form = z.object({ newPassword: NewPassword })

/** Changes the password. Accounts that only use Google leave the current one empty. */
export function PasswordCard({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [busy, setBusy] = useState(false)
  const { guarded, dialog } = useStepUp()
  const closed = useRef(false)
  // The form and its button take each other's place: the focus follows.
  const focusButton = useCallback((button: HTMLButtonElement | null) => {
    if (button && closed.current) button.focus()
  }, [])

  function close() {
    setOpen(false)
    closed.current = true
    setCurrent('')
    setNext('')
    setProblems([])
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const checked = check(Form, { newPassword: next })
    if (!checked.ok) return setProblems(checked.problems)
    setProblems([])
    setBusy(true)
    try {
      const passwords = { newPassword: next, ...(current && { currentPassword: current }) }
      await guarded(() => setPassword(client, passwords))
      toast.success(t`Password changed`, { id: 'password', body: t`Your other devices have been logged out.` })
      close()
    } catch (error) {
      if (!(error instanceof StepUpCancelled)) refuse(error)
    } finally {
      setBusy(false)
    }
  }

  const forgetProblem = (field: string) => setProblems((before) => before.filter((problem) => problem.field !== field))

  function refuse(error: unknown) {
    const message = errorText(error, t`We couldn't change the password.`)
    if (hasCode(error, 'PASSWORD_INCORRECT')) return setProblems([{ field: 'currentPassword', message }])
    const found = isApiError(error) ? problemsOf(error.issues) : []
    setProblems(found)
    if (found.length === 0) toast.error(message, { id: 'password' })
  }

  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <div className="flex min-h-9 items-center justify-between gap-4">
        <h2 className="text-lg font-semibold">
          <Trans>Password</Trans>
        </h2>
        {!open && (
          <Button
            ref={focusButton}
            variant="secondary"
            size="sm"
            aria-label={t`Change password`}
            onClick={() => setOpen(true)}
          >
            <Trans>Change</Trans>
          </Button>
        )}
      </div>
      {open ? (
        <form noValidate onSubmit={(event) => void save(event)} className="grid max-w-md gap-4">
          <input type="text" name="username" autoComplete="username" value={profile.email} readOnly hidden />
          <PasswordField
            label={<Trans>Current password</Trans>}
            hint={<Trans>Leave it empty if you only log in with Google.</Trans>}
            autoComplete="current-password"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a button for this field
            autoFocus
            value={current}
            error={problemAt(problems, 'currentPassword')}
            onChange={(event) => {
              setCurrent(event.target.value)
              forgetProblem('currentPassword')
            }}
          />
          <PasswordField
            label={<Trans>New password</Trans>}
            autoComplete="new-password"
            value={next}
            error={problemAt(problems, 'newPassword')}
            onChange={(event) => {
              setNext(event.target.value)
              forgetProblem('newPassword')
            }}
            below={<StrengthMeter value={next} isRefused={problemAt(problems, 'newPassword') !== undefined} />}
          />
          <div className="flex flex-wrap gap-3 max-sm:grid">
            <Button type="submit" busy={busy}>
              <Trans>Save password</Trans>
            </Button>
            <Button variant="quiet" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        </form>
      ) : (
        <p className="text-sm text-text-muted">
          <Trans>This logs out all your other devices.</Trans>
        </p>
      )}
      {dialog}
    </Card>
  )
}
