import { ContractDraft } from '@fettle/protocol/contracts/content'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { act, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/http/api-error.ts'
import { reportConnection } from '../../../lib/http/connection.ts'
import * as apiModule from '../../../lib/http/api.ts'
import { initialForm as beginFrom, useContractAutosave } from './use-contract-autosave.ts'
import { newMilestoneRow as newRow } from './contract-form.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

interface Edit {
  body: { version: number; content: ContractDraft }
}
const server = { answer: (_: unknown): unknown => undefined, asked: [] as unknown[] }
replaceExports(apiModule, {
  call: async (_: unknown, input: unknown) => {
    server.asked.push(input)
    return server.answer(input)
  },
})

const contractOf = (version: number, over: Partial<ContractDraft> = {}) =>
  ({
    id: 'ctr_1',
    version,
    content: z.parse(ContractDraft, { title: 'New kitchen', ...over }),
  }) as ContractDetails
const edits = () => server.asked as Edit[]
const conflict = (current: ContractDetails) =>
  new ApiError({ status: 409, code: 'VERSION_CONFLICT', message: 'It changed.', details: { current } })

const { draw, leave } = setUpScreen()
let sheet: ReturnType<typeof useSheet>
function useSheet(contract: ContractDetails) {
  const [form, setForm] = useState(() => beginFrom(contract))
  return { form, setForm, autosave: useContractAutosave(contract, form, { change: setForm, replace: setForm }) }
}
function Sheet({ contract, onDraw }: { contract: ContractDetails; onDraw: (drawn: typeof sheet) => void }) {
  onDraw(useSheet(contract))
  return null
}
const open = (contract: ContractDetails) => draw(<Sheet contract={contract} onDraw={(drawn) => void (sheet = drawn)} />)
const write = (title: string) => act(async () => sheet.setForm((before) => ({ ...before, title })))
const keep = () => act(async () => void (await sheet.autosave.save()))

beforeEach(() => {
  sessionStorage.clear()
  server.asked = []
})
afterEach(async () => {
  server.answer = () => contractOf(99)
  await leave()
  sessionStorage.clear()
})

describe('autosave of a draft', () => {
  it('sends the version it was read at, and continues with the returned one', async () => {
    server.answer = (input) => contractOf(2, (input as Edit).body.content)
    await open(contractOf(1))
    await write('New kitchen in flat 4')
    expect(sheet.autosave.state.getSnapshot()).toBe('changed')
    await keep()
    expect(sheet.autosave.state.getSnapshot()).toBe('saved')
    await write('New kitchen in flat 5')
    await keep()
    expect(edits().map(({ body }) => [body.version, body.content.title])).toEqual([
      [1, 'New kitchen in flat 4'],
      [2, 'New kitchen in flat 5'],
    ])
  })

  it('adds the ids of new milestones once', async () => {
    server.answer = (input) => {
      const { content } = (input as Edit).body
      const milestones = content.milestones.map((each, index) => ({ ...each, id: each.id ?? `mil_${index}` }))
      return { ...contractOf(2), content: { ...content, milestones } }
    }
    await open(contractOf(1))
    await act(async () => sheet.setForm((before) => ({ ...before, milestones: [newRow(500)] })))
    await keep()
    expect(sheet.form.milestones[0]?.id).toBe('mil_0')
    expect(sheet.autosave.state.getSnapshot()).toBe('saved')
    await keep()
    expect(edits()).toHaveLength(1)
  })

  it('shows a conflict, and continues with mine on the newer version', async () => {
    const theirs = contractOf(7, { title: 'Theirs' })
    server.answer = () => Promise.reject(conflict(theirs))
    await open(contractOf(1))
    await write('Mine')
    await keep()
    expect(sheet.autosave.conflict?.theirs?.content.title).toBe('Theirs')
    expect(sheet.form.title).toBe('Mine')
    server.answer = (input) => contractOf(8, (input as Edit).body.content)
    await act(() => sheet.autosave.resolve('mine'))
    expect(edits().at(-1)?.body).toMatchObject({ version: 7, content: { title: 'Mine' } })
    expect([sheet.autosave.state.getSnapshot(), sheet.autosave.conflict]).toEqual(['saved', undefined])
  })

  it('continues with the other version without saving', async () => {
    server.answer = () => Promise.reject(conflict(contractOf(7, { title: 'Theirs' })))
    await open(contractOf(1))
    await write('Mine')
    await keep()
    await act(() => sheet.autosave.resolve('theirs'))
    expect(sheet.form.title).toBe('Theirs')
    expect(sheet.autosave.state.getSnapshot()).toBe('saved')
    expect(edits()).toHaveLength(1)
  })

  it('does not conflict with its own save after a lost response', async () => {
    server.answer = (input) => Promise.reject(conflict(contractOf(2, (input as Edit).body.content)))
    await open(contractOf(1))
    await write('Mine')
    await keep()
    expect([sheet.autosave.state.getSnapshot(), sheet.autosave.conflict]).toEqual(['saved', undefined])
  })

  it('stores changes in the tab while offline, restores them, and sends them after reconnecting', async () => {
    server.answer = () => Promise.reject(new ApiError({ status: 0, code: 'NETWORK', message: 'No connection.' }))
    await open(contractOf(3))
    await write('In the cellar')
    await keep()
    expect([sheet.autosave.state.getSnapshot(), sheet.autosave.isOffline]).toEqual(['device', true])
    await write('In the cellar, too')
    // Unsaved and still offline.
    expect([sheet.autosave.state.getSnapshot(), sheet.autosave.isOffline]).toEqual(['changed', true])
    await keep()
    expect(sheet.autosave.state.getSnapshot()).toBe('device')
    await leave()
    await open(contractOf(3))
    expect(sheet.form.title).toBe('In the cellar, too')
    expect(sheet.autosave.state.getSnapshot()).toBe('device')
    server.answer = (input) => contractOf(4, (input as Edit).body.content)
    await act(async () => {
      reportConnection(false)
      reportConnection(true)
    })
    await act(() => vi.waitFor(() => expect(sheet.autosave.state.getSnapshot()).toBe('saved'), { timeout: 60_000 }))
    expect(edits().at(-1)?.body).toMatchObject({ version: 3, content: { title: 'In the cellar, too' } })
    expect(sheet.autosave.isOffline).toBe(false)
  })

  it.each([
    ['the session has ended', new ApiError({ status: 401, code: 'UNAUTHENTICATED', message: 'Log in.' })],
    ['the server is broken', new ApiError({ status: 503, code: 'INTERNAL', message: 'Away.' })],
    ['somebody else saved', conflict(contractOf(4, { title: 'Theirs' }))],
  ])('keeps in the tab what it could not save because %s', async (_, refusal) => {
    server.answer = () => Promise.reject(refusal)
    await open(contractOf(3))
    await write('In the cellar')
    await keep()
    await leave()
    await open(contractOf(3))
    expect(sheet.form.title).toBe('In the cellar')
    server.answer = (input) => contractOf(4, (input as Edit).body.content)
    await keep()
    expect(edits().at(-1)?.body).toMatchObject({ version: 3, content: { title: 'In the cellar' } })
  })
})
