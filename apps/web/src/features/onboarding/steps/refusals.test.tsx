import type { Profile } from '@fettle/protocol/accounts/profile'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { clearDrafts } from '../../../lib/forms/form-drafts.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { toastStore } from '../../../ui/feedback/toast.ts'
import { Banking } from './banking.tsx'
import { Location } from './location.tsx'
import { Personal } from './personal.tsx'
import { Professional } from './professional.tsx'

const profile = {
  id: 'usr_1',
  version: 1,
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348031234567',
  dateOfBirth: '1990-05-05',
  gender: 'FEMALE',
  avatar: null,
  address: '12 Marina Road',
  city: 'Lagos',
  state: 'Lagos',
  country: 'NG',
  accountName: 'Ada Obi',
  bankName: 'First Bank of Nigeria',
  accountNumber: '0000014579',
  serviceType: 'PLUMBING',
  skillLevel: 'EXPERT',
  yearsOfExperience: 7,
  servicesProvided: 'Leaks,Taps',
  usualTaxRateBps: 0,
  verificationLevel: 'NONE',
  identityRequired: false,
  onboardingStep: 'PERSONAL_INFO',
} as unknown as Profile

const steps = [
  { name: 'personal', Step: Personal, failure: 'Failed to update personal info' },
  { name: 'location', Step: Location, failure: 'Failed to create contact info' },
  { name: 'banking', Step: Banking, failure: 'Failed to update business info' },
  { name: 'professional', Step: Professional, failure: 'Failed to create professional info' },
] as const

const { draw } = setUpScreen()
const onDone = vi.fn()
const errors = () => toastStore.get().flatMap(({ tone, title }) => (tone === 'error' ? [title] : []))
/** The server refuses calls of these addresses without a message. */
let refused: RegExp
let requests: string[]

beforeEach(async () => {
  clearDrafts()
  requests = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    requests.push(`${method} ${url}`)
    const isRefused = method !== 'GET' && refused.test(url)
    const body = isRefused ? { success: false, code: 'NOT_FOUND' } : { success: true, data: profile }
    return new Response(JSON.stringify(body), { status: isRefused ? 404 : 200 })
  })
})

it.each(steps)('the step $name says that it could not be saved, and stays', async ({ Step, failure }) => {
  refused = /profile/
  await draw(<Step profile={profile} onDone={onDone} />)
  await act(async () => document.querySelector('form')?.requestSubmit())
  await waitFor(() => expect(errors()).toEqual([failure]))
  expect(onDone).not.toHaveBeenCalled()
})

it('a step says that the next one could not be reached', async () => {
  refused = /onboarding\/step/
  await draw(<Location profile={profile} onDone={onDone} />)
  await act(async () => document.querySelector('form')?.requestSubmit())
  await waitFor(() => expect(requests.some((call) => call.startsWith('PUT /v2/profile/onboarding/step'))).toBe(true))
  await waitFor(() => expect(errors()).toEqual(['Failed to update onboarding step']))
  expect(onDone).not.toHaveBeenCalled()
})
