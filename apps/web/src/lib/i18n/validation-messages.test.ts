import { LoginForm } from '@fettle/protocol/accounts/auth'
import { LastName, PhoneInput } from '@fettle/protocol/common/fields'
import { i18n } from '@lingui/core'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { check } from '../forms/validation.ts'
import { translateValidation } from './validation-messages.ts'

afterEach(() => {
  document.documentElement.lang = ''
})

const translations: Record<string, Record<string, string>> = {
  en: {},
  fr: {
    EMAIL_OR_PHONE_REQUIRED: 'Saisissez votre adresse e-mail ou votre numéro de téléphone.',
    PASSWORD_REQUIRED: 'Le mot de passe est obligatoire.',
    LAST_NAME_INVALID: 'Saisissez votre nom de famille, en lettres uniquement ({max} caractères au plus).',
    PHONE_INVALID: 'Saisissez un numéro de téléphone valide.',
    FIELD_REQUIRED: 'Ce champ est obligatoire.',
  },
}

function showIn(locale: string) {
  document.documentElement.lang = locale
  i18n.loadAndActivate({ locale, messages: translations[locale] ?? {} })
}

const problemsOf = (schema: z.core.$ZodType, raw: unknown) => {
  const found = check(schema, raw)
  return found.ok ? [] : found.problems.map(({ message }) => message)
}

const Form = z.object({ lastName: LastName, phone: PhoneInput, note: z.string() })

describe('client-side validation messages', () => {
  it.each([
    ['en', 'Enter your email or phone number.', 'Password is required.'],
    ['fr', 'Saisissez votre adresse e-mail ou votre numéro de téléphone.', 'Le mot de passe est obligatoire.'],
  ])('are in the language of the page: %s', (locale, email, password) => {
    showIn(locale)
    expect(problemsOf(LoginForm, { emailOrPhone: '', password: '', role: 'PROVIDER' })).toEqual([email, password])
  })

  it('have their limits, and fall back to a plain text', () => {
    showIn('fr')
    expect(problemsOf(Form, { lastName: '1', phone: '12' })).toEqual([
      'Saisissez votre nom de famille, en lettres uniquement (50 caractères au plus).',
      'Saisissez un numéro de téléphone valide.',
      'Ce champ est obligatoire.',
    ])
  })

  it('leaves texts of the server as they are', () => {
    showIn('fr')
    expect(translateValidation('Ce code a expiré.')).toBe('Ce code a expiré.')
  })
})
