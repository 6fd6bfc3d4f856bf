import type { Profile } from '@fettle/protocol/accounts/profile'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { toast, toastStore } from '../../../ui/feedback/toast.ts'
import Editor from './editors.tsx'

const profile = {
  id: 'usr_1',
  address: '4 Allen Avenue',
  city: 'Ikeja',
  state: 'Lagos',
  country: 'NG',
  version: 3,
} as unknown as Profile

const { draw } = setUpScreen()
const sent = vi.fn(async () => new Response(JSON.stringify({ success: true, data: profile })))
beforeEach(async () => {
  await act(async () => toast.clear())
  vi.stubGlobal('fetch', sent)
})

it('refuses to save an unchanged group', async () => {
  await draw(<Editor name="locationDetails" profile={profile} onClose={vi.fn()} />)
  await act(async () => document.querySelector('form')?.requestSubmit())
  expect(toastStore.get().map(({ tone, title }) => [tone, title])).toEqual([['error', 'No profile data to update.']])
  expect(sent).not.toHaveBeenCalled()
})
