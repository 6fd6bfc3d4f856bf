import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { paths } from '../../routing/paths.ts'
import { writeDraft } from '../../lib/forms/form-drafts.ts'
import { queueToast } from '../../ui/feedback/queued-toast.ts'
import { writeKey } from '../../lib/browser/storage.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { PasswordField } from '../../ui/forms/password/password-input.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { registerAccount } from './api.ts'
import { writeAuthState, storeRegisteredName } from './auth-state.ts'
import { goTo } from './navigation.ts'
import { inviteIn, errorOf } from './model.ts'
import { resendTime } from '../../lib/forms/resend-time.ts'
import { AuthPage, TextLink } from './components/auth-page.tsx'
import { PhoneField } from './components/phone-field.tsx'
import { useForm } from './use-form.ts'
import { useLazy } from './use-lazy.ts'
import { useAuthOptions } from './use-options.ts'
import { GoogleSignIn } from './components/google-sign-in.tsx'
import { Complaints, Strength } from './components/lazy.tsx'

const fieldOf = { EMAIL_TAKEN: 'email', PHONE_TAKEN: 'phone' }

export function Page() {
  const options = useAuthOptions()
  const [password, setPassword] = useState('')
  const [country, setCountry] = useState<string>()
  const phoneCountry = country ?? options.defaultCountry
  const [isTaken, setIsTaken] = useState(false)
  const [invite, setInvite] = useState('')
  const later = useLazy(() => import('./components/register-extras.ts'))
  const labels = {
    firstName: t`First name`,
    lastName: t`Last name`,
    email: t`Email`,
    phone: t`Phone number`,
    password: t`Password`,
    confirmPassword: t`Repeat password`,
    referralCode: t`Invite code`,
    acceptTerms: t`I accept the terms of use.`,
  }
  const { form, field, busy, message, summary } = useForm({
    draft: 'register',
    // A wrong email is noticed while waiting for the code.
    keepsDraft: true,
    labels,
    controlled: { phoneCountry },
    check: (raw, { checkRegistration }) => checkRegistration(raw, options),
    onRestore: (draft, element) => {
      if (typeof draft['phoneCountry'] === 'string') setCountry(draft['phoneCountry'])
      setPassword(valueAt(element, 'password'))
      setInvite(inviteIn(location.search) ?? String(draft['referralCode'] ?? ''))
    },
    submit: async (values) => {
      setIsTaken(false)
      const { verificationToken, resendAvailableAt, referralAccepted } = await registerAccount(values)
      writeKey('verificationToken', verificationToken)
      writeAuthState({
        email: values.email,
        otpType: 'VERIFICATION',
        verificationToken,
        resendAt: resendTime(resendAvailableAt, Date.now()),
      })
      writeDraft('login', { emailOrPhone: values.email })
      storeRegisteredName(values.firstName)
      if (referralAccepted === false) queueToast({ tone: 'info', title: t`We don't recognise this invite code.` })
      goTo(paths.verifyAccount)
    },
    refused: (error) => {
      const problems = errorOf(error, t`Registration failed`, fieldOf)
      setIsTaken(problems.some(({ field: name }) => Object.values(fieldOf).includes(name)))
      // Asked for before the options have loaded.
      if (!options.requireTerms && problems.some(({ field: name }) => name === 'acceptTerms')) options.reload()
      toast.error(t`Registration failed`, { id: 'form' })
      return problems
    },
  })
  return (
    <AuthPage
      title={t`Create your account`}
      intro={<Trans>Start taking jobs in two minutes.</Trans>}
      footer={
        <Trans>
          Already have an account? <TextLink href={paths.login}>Log in</TextLink>
        </Trans>
      }
    >
      <form {...form} className="grid gap-5">
        <Complaints message={message} items={summary} />
        {isTaken && (
          <p>
            <TextLink href={paths.login}>
              <Trans>Log in instead</Trans>
            </TextLink>
          </p>
        )}
        <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField
            {...field('firstName')}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only task of the page
            autoFocus
            label={labels.firstName}
            autoComplete="given-name"
            maxLength={60}
          />
          <TextField {...field('lastName')} label={labels.lastName} autoComplete="family-name" maxLength={60} />
        </div>
        <TextField
          {...field('email')}
          type="email"
          label={labels.email}
          autoComplete="email"
          autoCapitalize="none"
          inputMode="email"
          spellCheck={false}
        />
        <PhoneField {...field('phone')} country={phoneCountry} onCountry={setCountry} />
        <PasswordField
          {...field('password')}
          label={labels.password}
          hint={field('password').error ? undefined : <Trans>A few unrelated words work well.</Trans>}
          autoComplete="new-password"
          onInput={(event) => setPassword(event.currentTarget.value)}
          below={<Strength value={password} isRefused={field('password').error !== undefined} />}
        />
        <PasswordField {...field('confirmPassword')} label={labels.confirmPassword} autoComplete="new-password" />
        <div className="min-h-11">
          {later && <later.InviteCode code={invite} error={field('referralCode').error} />}
        </div>
        {options.requireTerms && later && <later.Terms {...field('acceptTerms')} url={options.termsUrl} />}
        <Button type="submit" size="lg" wide busy={busy}>
          <Trans>Create account</Trans>
        </Button>
      </form>
      <GoogleSignIn isOffered={options.google} />
    </AuthPage>
  )
}

function valueAt(form: HTMLFormElement, name: string): string {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input.value : ''
}
