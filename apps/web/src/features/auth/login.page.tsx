import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { paths } from '../../routing/paths.ts'
import { takeReturnTo } from '../../routing/return-to.ts'
import { writeKey } from '../../lib/browser/storage.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { PasswordField } from '../../ui/forms/password/password-input.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { logIn } from './api.ts'
import { writeAuthState } from './auth-state.ts'
import { goTo, goWithToast } from './navigation.ts'
import { storeSession } from './store-session.ts'
import { loginErrorOf, secondFactorIn, type LoginError, type SecondFactorChallenge } from './model.ts'
import { AuthPage, TextLink } from './components/auth-page.tsx'
import { Welcome } from './components/welcome.tsx'
import { useForm } from './use-form.ts'
import { useAuthOptions } from './use-options.ts'
import { GoogleSignIn } from './components/google-sign-in.tsx'
import { Complaints, SecondStep } from './components/lazy.tsx'
import { PasskeyLogin } from './components/passkey-login.tsx'

export function Page() {
  const { google } = useAuthOptions()
  const [challenge, setChallenge] = useState<SecondFactorChallenge>()
  if (challenge) {
    return (
      <AuthPage title={t`Confirm it's you`}>
        <SecondStep challenge={challenge} onRestart={() => setChallenge(undefined)} />
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title={t`Log in`}
      intro={<Welcome />}
      footer={
        <Trans>
          New here? <TextLink href={paths.register}>Create an account</TextLink>
        </Trans>
      }
    >
      <LoginForm onSecondFactor={setChallenge} />
      <PasskeyLogin />
      <GoogleSignIn isOffered={google} onSecondFactor={setChallenge} />
    </AuthPage>
  )
}

/** A component of its own, so that going back to it from the second step restores its draft. */
function LoginForm({ onSecondFactor }: { onSecondFactor: (challenge: SecondFactorChallenge) => void }) {
  const labels = { emailOrPhone: t`Email or phone number`, password: t`Password` }
  const { form, field, busy, message, summary } = useForm({
    draft: 'login',
    // After verifying the account or choosing a password, only the password is left to enter.
    onRestore: ({ emailOrPhone }, element) => {
      if (emailOrPhone) element.querySelector<HTMLInputElement>('[name=password]')?.focus()
    },
    labels,
    check: (raw, { checkLogin }) => checkLogin(raw),
    submit: async (values) => {
      storeSession(await logIn(values))
      goTo(takeReturnTo(), { replace: true })
    },
    refused: (error, raw) => {
      const next = secondFactorIn(error)
      if (next) {
        onSecondFactor(next)
        return []
      }
      const refusal = loginErrorOf(error, String(raw['emailOrPhone']), Date.now())
      if (refusal.next === 'verify') {
        leaveToVerify(refusal)
        return []
      }
      toast.error(t`Login failed`, { id: 'form' })
      return refusal.problems
    },
  })
  return (
    <form {...form} className="grid gap-5">
      <Complaints message={message} items={summary} />
      <TextField
        {...field('emailOrPhone')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only task of the page
        autoFocus
        label={labels.emailOrPhone}
        autoComplete="username webauthn"
        autoCapitalize="none"
        inputMode="email"
        spellCheck={false}
      />
      <div className="grid gap-2">
        <PasswordField
          {...field('password')}
          label={labels.password}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <p>
          <TextLink href={paths.forgotPassword}>
            <Trans>Forgot your password?</Trans>
          </TextLink>
        </p>
      </div>
      <Button type="submit" size="lg" wide busy={busy}>
        <Trans>Log in</Trans>
      </Button>
    </form>
  )
}

function leaveToVerify({ verificationToken, email, resendAt, message }: LoginError & { next: 'verify' }): void {
  if (verificationToken) writeKey('verificationToken', verificationToken)
  if (email) {
    const details = { ...(verificationToken !== null && { verificationToken }), ...(resendAt !== null && { resendAt }) }
    writeAuthState({ email, otpType: 'VERIFICATION', ...details })
  }
  goWithToast(paths.verifyAccount, { tone: 'error', title: message })
}
