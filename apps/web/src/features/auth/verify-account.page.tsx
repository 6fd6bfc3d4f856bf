import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { paths } from '../../routing/paths.ts'
import { hasCode, hasStatus } from '../../lib/http/api-error.ts'
import { clearDraft, writeDraft } from '../../lib/forms/form-drafts.ts'
import { readKey, writeKey } from '../../lib/browser/storage.ts'
import { resendCode, sendCode, verifyCode } from './api.ts'
import { clearAuthState, readAuthState, updateAuthState } from './auth-state.ts'
import { goWithToast } from './navigation.ts'
import { isUnanswered, MissingState, noEmail, registrationEnded } from './model.ts'
import { AuthPage, TextLink } from './components/auth-page.tsx'
import { CodeForm } from './components/code-form.tsx'
import { useAuthState } from './use-auth-state.ts'

export function Page() {
  const state = useAuthState()
  const email = state?.email
  return (
    <AuthPage
      title={t`Verify your account`}
      intro={email ? <Trans>We sent a code to {email}.</Trans> : <Trans>We sent you a code by email.</Trans>}
      obstacle={state === null && noEmail()}
      footer={
        <Trans>
          Wrong email? <TextLink href={paths.register}>Register again</TextLink>
        </Trans>
      }
    >
      <CodeForm
        resendAt={state?.resendAt}
        verify={verifyAccount}
        resend={resendVerificationCode}
        failure={t`Verification failed`}
        submit={<Trans>Verify</Trans>}
      />
    </AuthPage>
  )
}

async function verifyAccount(code: string): Promise<void> {
  const { email, unanswered, verificationToken = readKey('verificationToken') } = readAuthState() ?? {}
  if (!email) throw new MissingState(noEmail())
  try {
    await verifyCode({ email, code, type: 'VERIFICATION', verificationToken })
  } catch (error) {
    if (isUnanswered(error)) updateAuthState({ unanswered: code })
    // The first attempt has used the code up. If it has expired instead, the login leads back here.
    if (!hasCode(error, 'OTP_EXPIRED') || unanswered !== code) failVerification(error)
  }
  finish(email)
}

function finish(email: string): void {
  clearAuthState()
  writeKey('verificationToken', null)
  clearDraft('register')
  writeDraft('login', { emailOrPhone: email })
  goWithToast(paths.login, {
    tone: 'success',
    title: t`Account verified`,
    body: t`Your account has been verified successfully.`,
  })
}

/** Resends the code by the sign-up's token, or by the address if that is lost. */
async function resendVerificationCode(): Promise<string> {
  const { email, unanswered, verificationToken = readKey('verificationToken') } = readAuthState() ?? {}
  try {
    if (verificationToken) return (await resendCode(verificationToken)).resendAvailableAt
  } catch (error) {
    // An attempt without an answer has verified the account, which gets no more codes.
    if (email && unanswered !== undefined && hasStatus(error, 401, 403, 404)) {
      finish(email)
      return new Promise(() => undefined)
    }
    if (!email || !hasStatus(error, 403, 404)) failVerification(error)
  }
  if (!email) throw new MissingState(noEmail())
  return (await sendCode(email, 'VERIFICATION')).resendAvailableAt
}

/** A 401 ends the registration: a code sent to its email now might belong to a newer registration. */
function failVerification(error: unknown): never {
  throw hasStatus(error, 401) ? new MissingState(registrationEnded()) : error
}
