import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import { NotesSection } from './notes-section.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

interface Input {
  body: { tags: string[] }
}
const call = vi.fn<(operation: unknown, input: Input) => Promise<unknown>>()
replaceExports(apiModule, { call })

const { draw, field, button } = setUpScreen()
const run = vi.fn<() => Promise<boolean>>()

const show = () => {
  const offline = { run, isSending: () => false, failed: undefined, forget: () => undefined }
  return draw(<NotesSection booking={bookingFixture()} offline={offline} now={new Date()} />)
}
/** A promise that the test settles. */
function pending<Result>() {
  let resolve = (_: Result): void => undefined
  const promise = new Promise<Result>((settle) => (resolve = settle))
  return { promise, resolve: (result: Result) => act(async () => resolve(result)) }
}

it('keeps what is typed while a note is being saved', async () => {
  const saving = pending<boolean>()
  run.mockReturnValueOnce(saving.promise)
  await show()
  await type(field('Add a note'), 'Rusty pipe')
  await press(button('Save note'))
  await type(field('Add a note'), 'Ask for')
  await saving.resolve(true)
  expect(field('Add a note').value).toBe('Ask for')
})

it('restores a refused note before what was typed since', async () => {
  const saving = pending<boolean>()
  run.mockReturnValueOnce(saving.promise)
  await show()
  await type(field('Add a note'), 'Rusty pipe')
  await press(button('Save note'))
  await type(field('Add a note'), 'Ask for')
  await saving.resolve(false)
  expect(field('Add a note').value).toBe('Rusty pipe\nAsk for')
})

it('saves tags added in quick succession one after the other, each with those before', async () => {
  const [first, second] = [pending(), pending()]
  call.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise)
  await show()
  const saved = () => call.mock.calls.map(([, { body }]) => body.tags)
  await type(field('Tags'), 'urgent,')
  await type(field('Tags'), 'key at the neighbour,')
  expect(saved()).toEqual([['urgent']])
  await first.resolve([])
  expect(saved()).toEqual([['urgent'], ['urgent', 'key at the neighbour']])
  await second.resolve([])
})
