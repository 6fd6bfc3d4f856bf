import type { Profile } from '@fettle/protocol/accounts/profile'
import { describe, expect, it } from 'vitest'
import { firstOpen, isDone, screenAfter, screenBefore, screenFor, screens, stepAfter } from './model.ts'

const fresh = {
  firstName: 'Bola',
  lastName: 'Ade',
  phone: '+2348031234567',
  dateOfBirth: null,
  address: null,
  city: null,
  state: null,
  country: null,
  accountName: null,
  accountNumber: null,
  bankName: null,
  serviceType: null,
  servicesProvided: null,
  isOnboarded: false,
} as unknown as Profile
const personal = { ...fresh, dateOfBirth: '1990-04-12' }
const located = { ...personal, address: '4 Allen Avenue', city: 'Ikeja', state: 'Lagos', country: 'NG' }
const banked = { ...located, accountName: 'Bola Ade', accountNumber: '0123456785', bankName: 'Guaranty Trust Bank' }
const skilled = { ...banked, serviceType: 'TILING' as const, servicesProvided: 'Floor tiles' }

describe('onboarding screens', () => {
  it.each([
    ['somebody new', fresh, 'personal'],
    ['a provider without a phone number', { ...skilled, phone: '' }, 'personal'],
    ['a provider with a date of birth', personal, 'location'],
    ['a provider with an address', located, 'banking'],
    ['a provider with a bank account', banked, 'professional'],
    ['a provider with a trade', skilled, 'invite'],
    [
      'a provider whose identity is required first',
      { ...skilled, identityRequired: true, verificationLevel: 'NONE' as const },
      'banking',
    ],
    [
      'a provider with a submitted document',
      { ...skilled, identityRequired: true, verificationLevel: 'PENDING' as const },
      'invite',
    ],
  ])('resume where %s left', (_, profile, screen) => {
    expect(firstOpen(profile)).toBe(screen)
    expect(screenFor(null, profile)).toBe(screen)
  })

  it('allow leaving bank details for later, but not a required identity document', () => {
    const skipped = { ...located, onboardingStep: 'PROFESSIONAL_INFO' as const }
    expect(firstOpen(skipped)).toBe('professional')
    expect(isDone('banking', skipped)).toBe(false)
    expect(screenFor('banking', skipped)).toBe('banking')
    const unverified = { ...skipped, identityRequired: true, verificationLevel: 'NONE' as const }
    expect(firstOpen(unverified)).toBe('banking')
  })

  it('allow going back, but not ahead', () => {
    expect(screenFor('personal', banked)).toBe('personal')
    expect(screenFor('professional', banked)).toBe('professional')
    expect(screenFor('invite', banked)).toBe('professional')
    expect(screenFor('nonsense', banked)).toBe('professional')
  })

  it('know their neighbours', () => {
    expect(screens.map(screenAfter)).toEqual(['location', 'banking', 'professional', 'invite', undefined])
    expect(screens.map(screenBefore)).toEqual([undefined, 'personal', 'location', 'banking', 'professional'])
  })

  it('report three steps to the server', () => {
    expect(stepAfter).toEqual({ location: 'DOCUMENTS', banking: 'PROFESSIONAL_INFO', invite: 'COMPLETED' })
  })

  it('end when the server says so', () => {
    expect(isDone('invite', skilled)).toBe(false)
    expect(isDone('invite', { ...skilled, isOnboarded: true })).toBe(true)
  })
})
