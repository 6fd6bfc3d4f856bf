import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { paths } from '../../routing/paths.ts'
import { hasCode } from '../../lib/http/api-error.ts'
import { writeDraft } from '../../lib/forms/form-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/forms/password/password-input.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { setNewPassword } from './api.ts'
import { clearAuthState, readAuthState } from './auth-state.ts'
import { goWithToast } from './navigation.ts'
import { isUnanswered, MissingState, noRecovery, errorOf } from './model.ts'
import { AuthPage, TextLink } from './components/auth-page.tsx'
import { useAuthState } from './use-auth-state.ts'
import { useForm } from './use-form.ts'
import { useAuthOptions } from './use-options.ts'
import { Complaints, Strength } from './components/lazy.tsx'

export function Page() {
  const options = useAuthOptions()
  const state = useAuthState()
  const [password, setPassword] = useState('')
  const [isOver, setIsOver] = useState(false)
  /** The password of an attempt without an answer. */
  const unanswered = useRef<string>(undefined)
  const labels = { newPassword: t`New password`, confirmPassword: t`Repeat password` }
  const { form, field, busy, message, summary } = useForm({
    labels,
    check: (raw, { checkNewPassword }) => checkNewPassword(raw, options),
    onRestore: (_, element) => {
      const input = element.elements.namedItem('newPassword')
      if (input instanceof HTMLInputElement) setPassword(input.value)
    },
    submit: async ({ newPassword }) => {
      const { email, code, otpType } = readAuthState() ?? {}
      if (!email || !code || otpType !== 'PASSWORD_RESET') throw new MissingState(noRecovery())
      try {
        await setNewPassword({ email, code, newPassword })
      } catch (error) {
        // The first attempt has used the code up.
        if (!hasCode(error, 'OTP_EXPIRED') || unanswered.current !== newPassword) {
          unanswered.current = isUnanswered(error) ? newPassword : undefined
          throw error
        }
      }
      clearAuthState()
      writeDraft('login', { emailOrPhone: email })
      goWithToast(paths.login, {
        tone: 'success',
        title: t`Password changed`,
        body: t`Log in with your new password.`,
      })
    },
    refused: (error) => {
      setIsOver(error instanceof MissingState || hasCode(error, 'OTP_EXPIRED', 'OTP_INVALID', 'OTP_ATTEMPTS_EXCEEDED'))
      toast.error(t`Failed to reset password`, { id: 'form' })
      return errorOf(error, t`Failed to reset password`)
    },
  })
  const missing = state !== undefined && !(state?.code && state.otpType === 'PASSWORD_RESET')
  return (
    <AuthPage
      title={t`Choose a new password`}
      intro={<Trans>You'll be logged out on all your devices.</Trans>}
      obstacle={
        missing &&
        !busy && (
          <>
            {noRecovery()}{' '}
            <TextLink href={paths.forgotPassword}>
              <Trans>Start again</Trans>
            </TextLink>
          </>
        )
      }
      footer={
        <Trans>
          Changed your mind? <TextLink href={paths.login}>Log in</TextLink>
        </Trans>
      }
    >
      <form {...form} className="grid gap-5">
        <Complaints
          message={missing ? undefined : message}
          items={summary}
          action={
            isOver && (
              <TextLink href={paths.forgotPassword}>
                <Trans>Start again</Trans>
              </TextLink>
            )
          }
        />
        {/* Tells password managers which account this password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={state?.email ?? ''} readOnly hidden />
        <PasswordField
          {...field('newPassword')}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only task of the page
          autoFocus
          label={labels.newPassword}
          hint={field('newPassword').error ? undefined : <Trans>A few unrelated words work well.</Trans>}
          autoComplete="new-password"
          onInput={(event) => setPassword(event.currentTarget.value)}
          below={<Strength value={password} isRefused={field('newPassword').error !== undefined} />}
        />
        <PasswordField {...field('confirmPassword')} label={labels.confirmPassword} autoComplete="new-password" />
        <Button type="submit" size="lg" wide busy={busy}>
          <Trans>Save password</Trans>
        </Button>
      </form>
    </AuthPage>
  )
}
