import type { CustomerDetails, CustomerNotes } from '@fettle/protocol/workspace/customers'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeDraft } from '../../lib/forms/form-drafts.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { customerQuery } from '../../shared/customers/customers.ts'
import { setUpScreen, type } from '../../testing/screen.tsx'
import * as apiModule from './api.ts'
import { Notes } from './notes.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const server = { saved: [] as string[], error: undefined as Error | undefined }
replaceExports(apiModule, {
  saveNotes: async (_id: string, notes: CustomerNotes) => {
    server.saved.push(notes.note)
    if (server.error) throw server.error
    return { version: notes.version + 1 }
  },
})

const { button, draw, field, leave, press, queryClient, text } = setUpScreen()
const customer = { id: 'cus_1', notes: { note: '', tags: [], version: 1 } } as unknown as CustomerDetails
const after = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const errorWith = (status: number) => new ApiError({ status, code: 'UNREADABLE', message: 'Away' })

beforeEach(() => {
  vi.useFakeTimers()
  server.saved = []
  server.error = undefined
  sessionStorage.clear()
})
afterEach(() => vi.useRealTimers())

it('saves the draft of an earlier visit', async () => {
  writeDraft('customer-notes:cus_1', { note: 'Gate code', tags: [], version: 1 })
  await draw(<Notes customer={customer} />)
  expect(text()).toContain('Saving…')
  await after(1_000)
  expect(server.saved).toEqual(['Gate code'])
  expect(text()).toContain('Saved')
})

it('tries again, less and less often, until it is saved', async () => {
  await draw(<Notes customer={customer} />)
  server.error = errorWith(500)
  await type(field('Note'), 'Dog')
  await after(1_000)
  expect(text()).toContain("We'll try again.")
  await after(3_000)
  expect(server.saved).toEqual(['Dog', 'Dog'])
  await after(3_000)
  expect(server.saved).toHaveLength(2)
  server.error = undefined
  await after(2_000)
  expect(server.saved).toHaveLength(3)
  expect(text()).toContain('Saved')
})

it('does not repeat what was refused', async () => {
  await draw(<Notes customer={customer} />)
  server.error = errorWith(422)
  await type(field('Note'), 'Dog')
  await after(200_000)
  expect(server.saved).toEqual(['Dog'])
})

it('shows what was saved elsewhere, unless something is being written here', async () => {
  const saved = (version: number, note: string) =>
    ({ id: 'cus_1', notes: { note, tags: [], version } }) as unknown as CustomerDetails
  await draw(<Notes customer={saved(1, 'Dog')} />)
  await draw(<Notes customer={saved(2, 'Big dog')} />)
  expect(field('Note').value).toBe('Big dog')
  await type(field('Note'), 'Big dog, friendly')
  await draw(<Notes customer={saved(3, 'Two dogs')} />)
  expect(field('Note').value).toBe('Big dog, friendly')
})

it('asks nothing when what was saved elsewhere is the same: only the answer was lost', async () => {
  await draw(<Notes customer={customer} />)
  server.error = new ApiError({
    status: 409,
    code: 'VERSION_CONFLICT',
    message: 'Changed',
    details: { current: { note: 'Dog', tags: [], version: 2 } },
  })
  await type(field('Note'), 'Dog ')
  await after(1_000)
  expect(text()).not.toContain('You changed these notes on another device.')
  expect(text()).toContain('Saved')
  server.error = undefined
  await type(field('Note'), 'Dog, friendly')
  await after(1_000)
  expect(server.saved).toEqual(['Dog ', 'Dog, friendly'])
})

it('keeps the other version that was chosen when the notes are opened again', async () => {
  const { queryKey } = customerQuery('cus_1')
  queryClient().setQueryData(queryKey, customer)
  await draw(<Notes customer={customer} />)
  server.error = new ApiError({
    status: 409,
    code: 'VERSION_CONFLICT',
    message: 'Changed',
    details: { current: { note: 'Two dogs', tags: ['pets'], version: 2 } },
  })
  await type(field('Note'), 'Dog')
  await after(1_000)
  await press('Use the other version')
  await leave()
  await draw(<Notes customer={queryClient().getQueryData(queryKey) as CustomerDetails} />)
  expect(field('Note').value).toBe('Two dogs')
  server.error = undefined
  await type(field('Note'), 'Two big dogs')
  await after(1_000)
  expect(server.saved).toEqual(['Dog', 'Two big dogs'])
  expect(text()).toContain('Saved')
})

it('keeps the focus on the page when one of two versions is chosen', async () => {
  await draw(
    <main id="main" tabIndex={-1}>
      <Notes customer={customer} />
    </main>,
  )
  const current = { note: 'Two dogs', tags: [], version: 2 }
  server.error = new ApiError({ status: 409, code: 'VERSION_CONFLICT', message: 'Changed', details: { current } })
  await type(field('Note'), 'Dog')
  await after(1_000)
  button('Use the other version').focus()
  await press('Use the other version')
  expect(document.activeElement?.id).toBe('main')
})
