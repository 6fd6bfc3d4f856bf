import type { Profile } from '@fettle/protocol/accounts/profile'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { clearDrafts } from '../../lib/forms/form-drafts.ts'
import { profileQuery } from '../../shared/profile/profile.ts'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import { toastTitles } from '../../testing/toasts.ts'
import { Component as GetStarted } from './get-started.screen.tsx'

const { draw, queryClient } = setUpScreen()
const profile = {
  id: 'usr_1',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348031234567',
  dateOfBirth: '1990-05-05',
  address: null,
  city: null,
  state: null,
  country: null,
  onboardingStep: 'PERSONAL_INFO',
  isOnboarded: false,
} as unknown as Profile
const address = { address: '12 Marina Road', city: 'Ikeja', state: 'Lagos', country: 'NG' }
const heading = () => document.querySelector('h1')?.textContent

beforeEach(async () => {
  clearDrafts()
  queryClient().setQueryData(profileQuery.queryKey, profile)
})

it('stays on a step that was saved but could not be reported', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('onboarding/step')
      ? new Response(JSON.stringify({ success: false, code: 'NOT_FOUND' }), { status: 404 })
      : new Response(JSON.stringify({ success: true, data: { ...profile, ...address } })),
  )
  queryClient().setQueryData(profileQuery.queryKey, { ...profile, ...address, state: null } as unknown as Profile)
  sessionStorage.setItem('draft:get-started location usr_1', JSON.stringify({ state: 'Lagos' }))
  await draw(<GetStarted />, '/get-started')
  expect(heading()).toBe('Where are you based?')
  await act(async () => document.querySelector('form')?.requestSubmit())
  await waitFor(() => expect(toastTitles()).toEqual(['Failed to update onboarding step']))
  expect(heading()).toBe('Where are you based?')
})
