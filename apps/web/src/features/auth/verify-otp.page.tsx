import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { paths } from '../../routing/paths.ts'
import { sendCode, verifyCode } from './api.ts'
import { readAuthState, updateAuthState, type AuthState } from './auth-state.ts'
import { goTo } from './navigation.ts'
import { MissingState, noRecovery } from './model.ts'
import { AuthPage, TextLink } from './components/auth-page.tsx'
import { CodeForm } from './components/code-form.tsx'
import { useAuthState } from './use-auth-state.ts'

const isRecovery = (state: AuthState | null | undefined): state is AuthState => state?.otpType === 'PASSWORD_RESET'

export function Page() {
  const state = useAuthState()
  const email = isRecovery(state) ? state.email : undefined
  return (
    <AuthPage
      title={t`Enter the code`}
      intro={
        email ? (
          <Trans>If {email} has an account, we've sent it a code.</Trans>
        ) : (
          <Trans>If you have an account, we've sent you a code.</Trans>
        )
      }
      obstacle={state !== undefined && !isRecovery(state) && noRecovery()}
      footer={
        <Trans>
          Wrong email? <TextLink href={paths.forgotPassword}>Start again</TextLink>
        </Trans>
      }
    >
      <CodeForm
        resendAt={email ? state?.resendAt : undefined}
        verify={async (code) => {
          await verifyCode({ email: recoveryEmail(), code, type: 'PASSWORD_RESET' })
          updateAuthState({ code })
          goTo(paths.newPassword)
        }}
        resend={async () => (await sendCode(recoveryEmail(), 'PASSWORD_RESET')).resendAvailableAt}
        failure={t`Failed to verify OTP`}
        submit={<Trans>Continue</Trans>}
      />
    </AuthPage>
  )
}

function recoveryEmail(): string {
  const state = readAuthState() ?? null
  if (!isRecovery(state)) throw new MissingState(noRecovery())
  return state.email
}
