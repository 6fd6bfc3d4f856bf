import type { Profile } from '@fettle/protocol/accounts/profile'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { setUpScreen, type, waitFor } from '../../../testing/screen.tsx'
import * as professionalFieldsModule from '../../../shared/profile-groups/professional-fields.tsx'
import { Professional } from './professional.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

replaceExports(professionalFieldsModule, { ProfessionalFields: () => null })

const { draw, field, text } = setUpScreen()
const profile = { id: 'usr_1', country: 'NG', usualTaxRateBps: 0 } as unknown as Profile
beforeEach(() => sessionStorage.clear())

it('keeps the tax when the user comes back from another step', async () => {
  const step = <Professional profile={profile} onDone={() => undefined} />
  await draw(step)
  await type(field('Default tax'), '7.5')
  await draw('Another step')
  await draw(step)
  expect(field('Default tax').value).toBe('7.5')
})

it('says at once everything that is missing or wrong', async () => {
  await draw(<Professional profile={profile} onDone={() => undefined} />)
  await type(field('Default tax'), '80')
  await act(async () => document.querySelector('form')?.requestSubmit())
  expect(text()).toContain('Please check the following fields:')
  expect(field('Default tax').getAttribute('aria-invalid')).toBe('true')
})

it('saves the tax before the trade', async () => {
  const trade = { serviceType: 'PLUMBING', skillLevel: 'EXPERT', yearsOfExperience: 7, servicesProvided: 'Taps' }
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return new Response(JSON.stringify({ success: true, data: { ...profile, ...trade } }))
  })
  const onDone = vi.fn()
  await draw(<Professional profile={{ ...profile, ...trade } as Profile} onDone={onDone} />)
  await type(field('Default tax'), '7.5')
  await act(async () => document.querySelector('form')?.requestSubmit())
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ usualTaxRateBps: 750 }, { ...trade, servicesProvided: ['Taps'] }])
})
