import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchTyping } from '../../lib/forms/dirty-fields.ts'
import { press, setUpScreen, type } from '../../testing/screen.tsx'
import { toastTitles } from '../../testing/toasts.ts'
import { LanguageChoice } from './language-choice.tsx'

const { draw, field, button } = setUpScreen()
const reload = vi.fn()
const fetched = vi.fn<typeof fetch>()
let stop = () => {}

beforeEach(async () => {
  vi.stubGlobal('location', { reload, origin: 'http://localhost:4310', pathname: '/' })
  vi.stubGlobal('fetch', fetched)
  stop = watchTyping()
  await draw(
    <>
      <LanguageChoice />
      <label>
        Note <input />
      </label>
    </>,
  )
})
afterEach(() => {
  stop()
  document.cookie = 'locale=;max-age=0;path=/'
})

const choose = (locale: string) =>
  act(async () => {
    const select = field('Language') as unknown as HTMLSelectElement
    select.value = locale
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
const answer = (status: number, data?: object) =>
  new Response(JSON.stringify({ success: status < 400, status, message: 'No.', data }), { status })
const sent = () => fetched.mock.calls.map(([, init]) => init?.body)

it('changes the language only when told to', async () => {
  fetched.mockResolvedValue(answer(200, { locale: 'ar' }))
  await choose('fr')
  await choose('ar')
  expect([sent(), reload.mock.calls.length]).toEqual([[], 0])
  await press(button('Change language'))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 60_000 })
  expect(sent()).toEqual(['{"locale":"ar"}'])
})

it('changes it on this device while offline', async () => {
  fetched.mockRejectedValue(new TypeError('offline'))
  await choose('fr')
  await press(button('Change language'))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 60_000 })
})

it('says that it was refused', async () => {
  fetched.mockResolvedValue(answer(403))
  await choose('fr')
  await press(button('Change language'))
  await act(() => vi.waitFor(() => expect(toastTitles()).toHaveLength(1), { timeout: 60_000 }))
  expect(reload).not.toHaveBeenCalled()
})

it('waits for what is being written', async () => {
  await type(field('Note'), 'Ask for')
  await choose('fr')
  await press(button('Change language'))
  expect([sent(), reload.mock.calls.length]).toEqual([[], 0])
  expect(toastTitles()).toEqual(["Finish what you're writing first"])
})
