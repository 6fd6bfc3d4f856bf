import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { paths } from '../../routing/paths.ts'
import { readDraft } from '../../lib/forms/form-drafts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { sendCode } from './api.ts'
import { writeAuthState } from './auth-state.ts'
import { goTo } from './navigation.ts'
import { errorOf } from './model.ts'
import { resendTime } from '../../lib/forms/resend-time.ts'
import { AuthPage, TextLink } from './components/auth-page.tsx'
import { useForm } from './use-form.ts'
import { Complaints } from './components/lazy.tsx'

export function Page() {
  const { form, field, busy, message } = useForm({
    draft: 'forgot-password',
    check: (raw, { checkRecovery }) => checkRecovery(raw),
    onRestore: (_, element) => {
      const input = element.elements.namedItem('email')
      const typed = String(readDraft('login')?.['emailOrPhone'] ?? '')
      if (input instanceof HTMLInputElement && input.value === '' && typed.includes('@')) input.value = typed
    },
    submit: async ({ email }) => {
      const { resendAvailableAt } = await sendCode(email, 'PASSWORD_RESET')
      writeAuthState({ email, otpType: 'PASSWORD_RESET', resendAt: resendTime(resendAvailableAt, Date.now()) })
      goTo(paths.verifyOtp)
    },
    refused: (error) => {
      toast.error(t`Failed to send OTP`, { id: 'form' })
      return errorOf(error, t`Failed to send OTP`)
    },
  })
  return (
    <AuthPage
      title={t`Reset your password`}
      intro={<Trans>Enter the email you registered with and we'll send you a code.</Trans>}
      footer={
        <Trans>
          Remembered it? <TextLink href={paths.login}>Log in</TextLink>
        </Trans>
      }
    >
      <form {...form} className="grid gap-5">
        <Complaints message={message} />
        <TextField
          {...field('email')}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only task of the page
          autoFocus
          type="email"
          label={<Trans>Email</Trans>}
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
          spellCheck={false}
          enterKeyHint="send"
        />
        <Button type="submit" size="lg" wide busy={busy}>
          <Trans>Send code</Trans>
        </Button>
      </form>
    </AuthPage>
  )
}
