import type { Profile } from '@fettle/protocol/accounts/profile'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearDrafts, readDraft } from '../../../lib/forms/form-drafts.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
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
const toasts = () => toastStore.get().map(({ title }) => title)
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
  toast.clear()
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
  await act(() => vi.waitUntil(() => toasts().length > 0, { timeout: 60_000 }))
  expect(toasts()).toEqual(['No connection. Check your network and try again.'])
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

it('refuses to save an unchanged group', async () => {
  await edit(profile)
  await act(async () => document.querySelector('form')?.requestSubmit())
  expect(toastStore.get().map(({ tone, title }) => [tone, title])).toEqual([['error', 'No profile data to update.']])
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

it('comes back with a field that was emptied', async () => {
  await edit(profile)
  await type(screen.field('City'), '')
  await screen.draw(null)
  await edit(profile)
  expect(screen.field('City').value).toBe('')
})
