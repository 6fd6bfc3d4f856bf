import type { Profile } from '@fettle/protocol/accounts/profile'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearDrafts, readDraft } from '../../../lib/forms/form-drafts.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import { toasts, toastTitles } from '../../../testing/toasts.ts'
import { toast, toastStore } from '../../../ui/feedback/toast.ts'
import { draftOf } from '../drafts.ts'
import Editor from './editors.tsx'

const profile = {
  id: 'usr_1',
  version: 1,
  address: '12 Marina Road',
  city: 'Lagos',
  state: 'Lagos',
  country: 'NG',
} as unknown as Profile
const elsewhere = { ...profile, version: 2, city: 'Abuja' }

const screen = setUpScreen()
const onClose = vi.fn()
const edit = (stored: Profile) => screen.draw(<Editor name="locationDetails" profile={stored} onClose={onClose} />)
const draft = () => readDraft(draftOf('locationDetails', profile))

/** What the server answers, one after the other; undefined: the connection breaks. */
let answers: ({ status: number; body: object } | undefined)[]
const versions: number[] = []
const saved = (data: Profile) => ({ status: 200, body: { success: true, data } })
const conflict = (current: Profile) => ({
  status: 409,
  body: { success: false, code: 'VERSION_CONFLICT', message: 'Changed elsewhere.', details: { current } },
})
const submit = async () => {
  await act(async () => document.querySelector('form')?.requestSubmit())
  await act(() => vi.waitUntil(() => answers.length === 0, { timeout: 60_000 }))
}

beforeEach(() => {
  versions.length = 0
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    versions.push((JSON.parse(body) as { version: number }).version)
    const answer = answers.shift()
    if (!answer) throw new TypeError('offline')
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  })
})
afterEach(() => {
  clearDrafts()
})

async function runIntoConflict() {
  await edit(profile)
  await type(screen.field('City'), 'Ibadan')
  answers = [conflict(elsewhere)]
  await submit()
  expect(screen.text()).toContain('This profile changed while you were editing.')
  await act(async () => toast.clear())
}

it('says why "Keep mine" could not save, and keeps the form', async () => {
  await runIntoConflict()
  answers = [undefined]
  await press(screen.button('Keep mine'))
  await act(() => vi.waitUntil(() => toastTitles().length > 0, { timeout: 60_000 }))
  expect(toastTitles()).toEqual(['No connection. Check your network and try again.'])
  expect(screen.field('City').value).toBe('Ibadan')
  expect(draft()).toMatchObject({ city: 'Ibadan' })
})

it('"Keep mine" saves over the other version, and leaves no draft', async () => {
  await runIntoConflict()
  answers = [saved({ ...profile, version: 3, city: 'Ibadan' })]
  await press(screen.button('Keep mine'))
  await act(() => vi.waitUntil(() => onClose.mock.calls.length > 0, { timeout: 60_000 }))
  expect(versions).toEqual([1, 2])
  expect(draft()).toBeUndefined()
})

describe('while it is saved', () => {
  let answer: (response: Response) => void
  let bodies: { city: string; version: number }[]
  beforeEach(() => {
    onClose.mockClear()
    bodies = []
    vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
      bodies.push(JSON.parse(body) as (typeof bodies)[number])
      return new Promise<Response>((resolve) => (answer = resolve))
    })
  })
  const send = async () => {
    const count = bodies.length + 1
    await act(async () => document.querySelector('form')?.requestSubmit())
    await act(() => vi.waitUntil(() => bodies.length === count, { timeout: 60_000 }))
  }
  const answerWith = (data: Profile) =>
    act(async () => answer(new Response(JSON.stringify(saved(data).body), { status: 200 })))

  it('stays open with what is typed, and saves it next', async () => {
    await edit(profile)
    await type(screen.field('City'), 'Ibadan')
    await send()
    await type(screen.field('City'), 'Ibadan North')
    await answerWith({ ...profile, version: 2, city: 'Ibadan' })
    expect(onClose).not.toHaveBeenCalled()
    expect(draft()).toEqual({ city: 'Ibadan North', '.before': { city: 'Ibadan' } })
    expect(screen.field('City').value).toBe('Ibadan North')
    await send()
    await answerWith({ ...profile, version: 3, city: 'Ibadan North' })
    expect(bodies.map(({ city, version }) => [city, version])).toEqual([
      ['Ibadan', 1],
      ['Ibadan North', 2],
    ])
    expect(onClose).toHaveBeenCalledOnce()
    expect(draft()).toBeUndefined()
  })

  it('goes on with what is typed after the server has saved the rest without its last space', async () => {
    await edit(profile)
    await type(screen.field('City'), 'Ibadan ')
    await send()
    await type(screen.field('City'), 'Ibadan North')
    const stored = { ...profile, version: 2, city: 'Ibadan' }
    await answerWith(stored)
    await screen.draw(null)
    await edit(stored)
    expect(screen.text()).not.toContain('This profile changed while you were editing.')
    expect(screen.field('City').value).toBe('Ibadan North')
  })

  it('forgets what is typed once it is cancelled', async () => {
    await edit(profile)
    await type(screen.field('City'), 'Ibadan')
    await send()
    await type(screen.field('City'), 'Ibadan North')
    await press(screen.button('Cancel'))
    await answerWith({ ...profile, version: 2, city: 'Ibadan' })
    expect(onClose).toHaveBeenCalledOnce()
    expect(draft()).toBeUndefined()
  })
})

it('refuses to save an unchanged group', async () => {
  await edit(profile)
  await act(async () => document.querySelector('form')?.requestSubmit())
  expect(toasts()).toEqual([['error', 'No profile data to update.']])
  expect(versions).toEqual([])
})

it('shows both versions when a draft comes back to a field that was saved elsewhere meanwhile', async () => {
  await edit(profile)
  await type(screen.field('City'), 'Ibadan')
  await screen.draw(null)
  await edit(elsewhere)
  expect(screen.text()).toContain('This profile changed while you were editing.')
  expect(screen.text()).toContain('Abuja')
  answers = [saved({ ...profile, version: 3, city: 'Ibadan' })]
  await press(screen.button('Keep mine'))
  await act(() => vi.waitUntil(() => onClose.mock.calls.length > 0, { timeout: 60_000 }))
  expect(versions).toEqual([2])
})

it('goes on with a draft when only other fields were saved elsewhere', async () => {
  await edit(profile)
  await type(screen.field('City'), 'Ibadan')
  await screen.draw(null)
  await edit({ ...profile, version: 2, address: '14 Marina Road' })
  expect(screen.field('City').value).toBe('Ibadan')
  expect(screen.field('Street address').value).toBe('14 Marina Road')
})

it('goes on with a draft that was saved although its answer was lost', async () => {
  await edit(profile)
  await type(screen.field('City'), 'Ibadan')
  await screen.draw(null)
  await edit({ ...profile, version: 2, city: 'Ibadan' })
  expect(screen.field('City').value).toBe('Ibadan')
})

it('goes on with a draft that the server has saved without its last space', async () => {
  await edit(profile)
  await type(screen.field('City'), 'Ibadan ')
  await screen.draw(null)
  await edit({ ...profile, version: 2, city: 'Ibadan' })
  expect(screen.text()).not.toContain('This profile changed while you were editing.')
  expect(screen.field('City').value).toBe('Ibadan ')
})

it('comes back with a field that was emptied', async () => {
  await edit(profile)
  await type(screen.field('City'), '')
  await screen.draw(null)
  await edit(profile)
  expect(screen.field('City').value).toBe('')
})

describe('a group', () => {
  const whole = {
    ...profile,
    firstName: 'Ada',
    lastName: 'Obi',
    phone: '+2348031234567',
    dateOfBirth: '1990-05-05',
    gender: 'FEMALE',
    accountName: 'Ada Obi',
    bankName: 'First Bank of Nigeria',
    accountNumber: '0000014579',
    serviceType: 'PLUMBING',
    skillLevel: 'EXPERT',
    yearsOfExperience: 7,
    servicesProvided: 'Leaks,Taps',
  } as unknown as Profile
  const groups = [
    {
      name: 'personalInformation',
      change: ['First name', 'Adaeze'],
      call: ['POST', '/v2/profile/personal-and-contact-info', 'true'],
      failure: 'Failed to update personal info',
      success: 'Personal info updated successfully',
    },
    {
      name: 'locationDetails',
      change: ['City', 'Ibadan'],
      call: ['POST', '/v2/profile/personal-and-contact-info', 'true'],
      failure: 'Failed to update personal info',
      success: 'Profile updated successfully.',
    },
    {
      name: 'bankingInformation',
      change: ['Account holder', 'Ada N Obi'],
      call: ['PUT', '/v2/profile/business-info', 'true'],
      failure: 'Failed to update business info',
      success: 'Business info updated successfully',
    },
    {
      name: 'professionalInformation',
      change: ['Years of experience', '8'],
      call: ['POST', '/v2/profile/professional-info', 'true'],
      failure: 'Failed to update professional info',
      success: 'Professional info updated successfully',
    },
  ] as const

  it('takes no service longer than the server does', async () => {
    await screen.draw(<Editor name="professionalInformation" profile={whole} onClose={onClose} />)
    expect(screen.field('Services you provide')).toMatchObject({ maxLength: 40 })
  })

  it.each(groups)(
    '$name says whether it was saved',
    async ({ name, change: [label, value], call, failure, success }) => {
      let answer: { status: number; body: object } = { status: 404, body: { success: false, code: 'NOT_FOUND' } }
      const calls: unknown[] = []
      vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit) => {
        calls.push([method, url, new Headers(headers).get('x-profile-update')])
        return new Response(JSON.stringify(answer.body), { status: answer.status })
      })
      const saveIt = async () => {
        await act(async () => document.querySelector('form')?.requestSubmit())
        await act(() => vi.waitUntil(() => toastStore.get().length > 0, { timeout: 60_000 }))
        const shownToasts = toasts()
        await act(async () => toast.clear())
        return shownToasts
      }
      await screen.draw(<Editor name={name} profile={whole} onClose={onClose} />)
      await type(screen.field(label), value)
      expect(await saveIt()).toEqual([['error', failure]])
      answer = saved({ ...whole, version: 2 })
      expect(await saveIt()).toEqual([['success', success]])
      expect(onClose).toHaveBeenCalledOnce()
      expect(calls).toEqual([call, call])
    },
  )
})

it('names the empty choice of gender', async () => {
  await screen.draw(<Editor name="personalInformation" profile={profile} onClose={onClose} />)
  expect(screen.field('Gender').textContent).toMatch(/^Choose/)
})
