import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { paths } from '../../routing/paths.ts'
import { sendCode, verifyCode } from './api.ts'
import { readAuthState, updateAuthState, type AuthState } from './auth-state.ts'
import { goTo } from './go.ts'
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
          <Trans>If there is an account for {email}, a code is on its way to it.</Trans>
        ) : (
          <Trans>If there is an account for your address, a code is on its way to it.</Trans>
        )
      }
      obstacle={state !== undefined && !isRecovery(state) && noRecovery()}
      footer={
        <Trans>
          Wrong address? <TextLink href={paths.forgotPassword}>Start again</TextLink>
        </Trans>
      }
    >
      <CodeForm
        resendAt={email ? state?.resendAt : undefined}
        verify={async (code) => {
          await verifyCode(recoveryEmail(), code, 'PASSWORD_RESET')
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
