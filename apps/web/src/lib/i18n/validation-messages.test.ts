import { LoginForm } from '@fettle/protocol/accounts/auth'
import { LastName, Phone } from '@fettle/protocol/common/fields'
import * as z from 'zod/mini'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  document.documentElement.lang = ''
  vi.resetModules()
})

async function checkIn(lang: string) {
  document.documentElement.lang = lang
  const { validationMessagesReady: fieldWords } = await import('./validation-messages.ts')
  await fieldWords
  return (await import('../forms/validation.ts')).check
}

const Form = z.object({ lastName: LastName, phone: Phone, note: z.string() })

describe('client-side validation messages', () => {
  it.each([
    ['', 'Enter your email or phone number.', 'Password is required.'],
    ['en', 'Enter your email or phone number.', 'Password is required.'],
    ['fr', 'Saisissez votre adresse e-mail ou votre numéro de téléphone.', 'Le mot de passe est obligatoire.'],
    ['ar', 'أدخل بريدك الإلكتروني أو رقم هاتفك.', 'كلمة المرور مطلوبة.'],
  ])('are translated: "%s"', async (lang, email, password) => {
    const check = await checkIn(lang)
    expect(check(LoginForm, { emailOrPhone: '', password: '', role: 'PROVIDER' })).toEqual({
      ok: false,
      problems: [
        { field: 'emailOrPhone', message: email },
        { field: 'password', message: password },
      ],
    })
  })

  it('keep their numbers, and fall back to a plain text', async () => {
    const check = await checkIn('fr')
    const found = check(Form, { lastName: '1', phone: '12' })
    expect(found.ok ? [] : found.problems.map(({ message }) => message)).toEqual([
      'Saisissez votre nom de famille, en lettres uniquement (50 caractères au plus).',
      'Saisissez un numéro de téléphone valide avec l’indicatif du pays, par exemple +2348031234567.',
      'Ce champ est obligatoire.',
    ])
  })
})
