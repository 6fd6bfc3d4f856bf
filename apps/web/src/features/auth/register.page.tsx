import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { paths } from '../../app/paths.ts'
import { writeDraft } from '../../lib/drafts.ts'
import { writeKey } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField, PasswordStrength } from '../../ui/password-input.tsx'
import { PhoneField } from '../../ui/phone-input.tsx'
import { toInternational } from '../../ui/phone.ts'
import { toast } from '../../ui/toast.ts'
import { registerAccount } from './api.ts'
import { writeAuthState } from './auth-state.ts'
import { goTo } from './go.ts'
import { inviteIn, refusalOf, resendTime } from './model.ts'
import { AuthPage, TextLink } from './parts/auth-page.tsx'
import { FormMessage } from './parts/form-message.tsx'
import { useForm } from './use-form.ts'
import { useAuthOptions } from './use-options.ts'

const fieldOf = { EMAIL_TAKEN: 'email', PHONE_TAKEN: 'phone' }

export function Page() {
  const options = useAuthOptions()
  const [password, setPassword] = useState('')
  // A number put back from the draft needs a new control: it works out the country for itself.
  const [phone, setPhone] = useState({ value: '', restored: 0 })
  const [taken, setTaken] = useState(false)
  const [invited, setInvited] = useState(false)
  const { form, field, busy, message, fieldProblems } = useForm({
    draft: 'register',
    held: { phone: phone.value },
    check: (raw, { checkRegistration }) => checkRegistration(raw, options),
    onRestore: (draft, element) => {
      const early = toInternational(valueAt(element, 'phone'), options.defaultCountry)
      const value = early || String(draft['phone'] ?? '')
      if (value) setPhone({ value, restored: 1 })
      setPassword(valueAt(element, 'password'))
      const code = inviteIn(location.search) ?? String(draft['referralCode'] ?? '')
      const input = element.elements.namedItem('referralCode')
      if (code && input instanceof HTMLInputElement) input.value = code
      setInvited(code !== '')
    },
    submit: async (values) => {
      setTaken(false)
      const { verificationToken, resendAvailableAt } = await registerAccount(values)
      writeKey('verificationToken', verificationToken)
      writeAuthState({
        email: values.email,
        otpType: 'VERIFICATION',
        resendAt: resendTime(resendAvailableAt, Date.now()),
      })
      writeDraft('login', { emailOrPhone: values.email })
      goTo(paths.verifyAccount)
    },
    refused: (error) => {
      const problems = refusalOf(error, t`Registration failed`, fieldOf)
      setTaken(problems.some(({ field: name }) => Object.values(fieldOf).includes(name)))
      toast.error(t`Registration failed`, { id: 'form' })
      return problems
    },
  })
  return (
    <AuthPage
      title={t`Create your account`}
      intro={<Trans>For people who do the work. It takes two minutes.</Trans>}
      footer={
        <Trans>
          Already have an account? <TextLink href={paths.login}>Log in</TextLink>
        </Trans>
      }
    >
      <form {...form} className="grid gap-5">
        <ErrorSummary items={fieldProblems} />
        <FormMessage>{message}</FormMessage>
        {taken && (
          <p>
            <TextLink href={paths.login}>
              <Trans>Log in instead</Trans>
            </TextLink>
          </p>
        )}
        <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField
            {...field('firstName')}
            label={<Trans>First name</Trans>}
            autoComplete="given-name"
            maxLength={60}
          />
          <TextField
            {...field('lastName')}
            label={<Trans>Last name</Trans>}
            autoComplete="family-name"
            maxLength={60}
          />
        </div>
        <TextField
          {...field('email')}
          type="email"
          label={<Trans>Email</Trans>}
          autoComplete="email"
          autoCapitalize="none"
          inputMode="email"
          spellCheck={false}
        />
        <PhoneField
          {...field('phone')}
          key={`${options.defaultCountry} ${phone.restored}`}
          label={<Trans>Phone number</Trans>}
          value={phone.value}
          onChange={(value) => setPhone((before) => ({ ...before, value }))}
          country={options.defaultCountry}
        />
        <PasswordField
          {...field('password')}
          label={<Trans>Password</Trans>}
          hint={field('password').error ? undefined : <Trans>A few unrelated words work well.</Trans>}
          autoComplete="new-password"
          onInput={(event) => setPassword(event.currentTarget.value)}
          below={<PasswordStrength value={password} />}
        />
        <PasswordField
          {...field('confirmPassword')}
          label={<Trans>Repeat the password</Trans>}
          autoComplete="new-password"
        />
        <details open={invited || Boolean(field('referralCode').error)}>
          <summary className="inline-flex min-h-11 items-center font-semibold text-accent-text underline underline-offset-4">
            <Trans>I have an invite code</Trans>
          </summary>
          <TextField
            {...field('referralCode')}
            label={<Trans>Invite code</Trans>}
            optional
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            className="mt-2"
          />
        </details>
        {options.requireTerms && (
          <Checkbox {...field('acceptTerms')} label={<Trans>I accept the terms of use.</Trans>} />
        )}
        <Button type="submit" size="lg" wide busy={busy}>
          <Trans>Create account</Trans>
        </Button>
      </form>
    </AuthPage>
  )
}

function valueAt(form: HTMLFormElement, name: string): string {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input.value : ''
}
