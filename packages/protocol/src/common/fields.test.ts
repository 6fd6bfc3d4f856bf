import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  ageOn,
  Email,
  FirstName,
  LastName,
  NewPassword,
  OneTimeCode,
  Phone,
  PhoneInput,
  ServicesProvided,
} from './fields.ts'
import { issueText } from '../core/issue-text.ts'
import { limits, preview, shortened } from './limits.ts'

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success
const messageOf = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message

describe('a name', () => {
  it.each(['Ada', "O'Neill", 'Ngũgĩ', 'محمد', '李', 'Anne-Marie', 'Jr.', 'D’Arcy'])('accepts %s', (name) => {
    expect(z.parse(FirstName, name)).toBe(name)
  })

  it.each(['', '  ', '😀', 'R2D2', '-', 'a'.repeat(51), 'Ada<script>'])('refuses %j', (name) => {
    expect(accepts(FirstName, name)).toBe(false)
  })

  it('explains its rules', () => {
    expect(messageOf(FirstName, '123')).toBe(issueText('FIRST_NAME_INVALID', { max: 50 }))
  })

  it.each(['', ' ', undefined])('asks for a name instead of %j', (name) => {
    expect(messageOf(FirstName, name)).toBe(issueText('FIRST_NAME_REQUIRED'))
    expect(messageOf(LastName, name)).toBe(issueText('LAST_NAME_REQUIRED'))
  })
})

describe('an email address', () => {
  it('is normalized to lower case with a punycode domain', () => {
    expect(z.parse(Email, ' Ada.Obi@Example.COM ')).toBe('ada.obi@example.com')
    expect(z.parse(Email, 'ada@bücher.example')).toBe('ada@xn--bcher-kva.example')
  })

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a da@example.com',
    'ada@@example.com',
    'ada@exa mple.com',
    `${'a'.repeat(65)}@example.com`,
    'a..b@example.com',
    'ada@1.2',
    'ada@ex%41mple.com',
    'a\u0000a@example.com',
    42,
  ])('refuses %j', (value) => {
    expect(messageOf(Email, value)).toBe('EMAIL_INVALID')
  })
})

describe('a phone number', () => {
  it('is normalized to E.164', () => {
    expect(z.parse(Phone, '+234 (803) 123-4567')).toBe('+2348031234567')
    expect(z.parse(Phone, '00234 803 123 4567')).toBe('+2348031234567')
  })

  it.each(['08031234567', '+0123456789', '+23480312345678901', 'call me'])('refuses %j', (value) => {
    expect(messageOf(Phone, value)).toBe('PHONE_NOT_INTERNATIONAL')
  })
})

describe('a typed phone number', () => {
  it.each([
    ['0803 123 4567', '08031234567'],
    ['+234 803 123 4567', '+2348031234567'],
    ['00234-803-123-4567', '+2348031234567'],
  ])('accepts %s', (typed, kept) => {
    expect(z.parse(PhoneInput, typed)).toBe(kept)
  })

  it.each(['+0123456789', '1234', 'call me', '', 42])('refuses %j', (typed) => {
    expect(messageOf(PhoneInput, typed)).toBe('PHONE_INVALID')
  })
})

describe('a new password', () => {
  it('is counted in characters as a person counts', () => {
    expect(accepts(NewPassword, '🔧'.repeat(8))).toBe(true)
    expect(accepts(NewPassword, '🔧'.repeat(4))).toBe(false)
    expect(accepts(NewPassword, '🔧'.repeat(129))).toBe(false)
  })

  it('keeps its spaces', () => {
    expect(z.parse(NewPassword, '  four plain words ')).toBe('  four plain words ')
  })
})

describe('other protocol fields', () => {
  it('accept a pasted code with spaces or dashes', () => {
    expect(z.parse(OneTimeCode, '123 456')).toBe('123456')
    expect(z.parse(OneTimeCode, '123-456')).toBe('123456')
    expect(messageOf(OneTimeCode, '12345')).toBe('CODE_REQUIRED')
  })

  it('accept services as a list or as comma-separated text', () => {
    expect(z.parse(ServicesProvided, 'Leaks, Boilers')).toEqual(['Leaks', 'Boilers'])
    expect(messageOf(ServicesProvided, [])).toBe('SERVICE_REQUIRED')
    expect(messageOf(ServicesProvided, ['Leaks, boilers'])).toBe('SERVICE_NAME_COMMA')
    expect(messageOf(ServicesProvided, ['Leaks', 'leaks'])).toBe('SERVICE_REPEATED')
  })

  it('count years to the day', () => {
    expect(ageOn('2008-11-21', '2026-11-20')).toBe(17)
    expect(ageOn('2008-11-21', '2026-11-21')).toBe(18)
  })

  it('are truncated visibly', () => {
    expect(shortened('Taps', 4)).toBe('Taps')
    expect(shortened('🔧'.repeat(5), 4)).toBe('🔧🔧🔧…')
    expect(shortened('New taps', 5)).toBe('New…')
  })

  it('truncate a preview at 100 characters plus an ellipsis', () => {
    expect(preview('x'.repeat(limits.messagePreviewLength))).toBe('x'.repeat(100))
    expect(preview('🔧'.repeat(101))).toBe(`${'🔧'.repeat(100)}…`)
  })
})
