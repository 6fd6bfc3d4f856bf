import { createUpload } from '@fettle/protocol/common/calls'
import { ContractDraft } from '@fettle/protocol/contracts/content'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { toastStore } from '../../../ui/feedback/toast.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import * as apiModule from '../../../lib/http/api.ts'
import * as profileModule from '../../../shared/profile/profile.ts'
import { Editor } from './editor.tsx'
import { setUpScreen, settle, waitFor } from '../../../testing/screen.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

// Fills in a contract like a provider. How it looks is the matter of the browser tests.

interface Edit {
  body: { version: number; content: ContractDraft }
}
const server = {
  edits: [] as unknown[],
  templates: [] as unknown[],
  documents: (): unknown => [],
  answer: (_: unknown): unknown => undefined,
  upload: (): unknown => undefined,
}
replaceExports(apiModule, {
  call: async ({ name }: { name: string }, input: unknown) => {
    if (name === createUpload.name) return server.upload()
    if (name === 'contractTemplates.list') return server.templates
    if (name === 'documents.list') return server.documents()
    if (name !== 'contracts.edit') return []
    server.edits.push(input)
    return server.answer(input)
  },
})
replaceExports(profileModule, {
  useProfile: () => ({ id: 'usr_1', location: { country: 'NG' }, usualTaxRateBps: 0 }),
})

const complete: Partial<ContractDraft> = {
  title: 'New kitchen',
  scopeOfWork: 'Take out the old kitchen and fit the new one.',
  siteAddress: { line1: '5 Broad St', city: 'Lagos', country: 'NG' },
  startDate: '2026-12-01',
  totalAmount: 300_000,
  milestones: [
    { title: 'Out', description: '', amount: 100_000, id: 'mil_01JD0000000000000000000001' },
    { title: 'In', description: '', amount: 200_000 },
  ],
}
const contractOf = (version: number, content: Partial<ContractDraft>) =>
  ({
    id: 'ctr_1',
    version,
    currency: 'NGN',
    timeZone: 'Africa/Lagos',
    files: [],
    allowedActions: ['edit', 'send'],
    content: z.parse(ContractDraft, content),
  }) as unknown as ContractDetails

const { draw, leave, text, press } = setUpScreen({ queries: { retry: false } })
const onSign = vi.fn()
const edits = () => server.edits as Edit[]
const field = (label: string, place = 0) => {
  const found = [...document.querySelectorAll('label')].filter((each) => each.textContent.startsWith(label))[place]
  if (!found?.control) throw new Error(`There is no field ${label}`)
  return found.control as HTMLInputElement | HTMLTextAreaElement
}
async function type(label: string, value: string, place = 0) {
  const input = field(label, place)
  await act(async () => {
    input.focus()
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input) as object, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.blur()
  })
}
const pressSave = () =>
  act(async () =>
    field('Title').dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true })),
  )
const open = (contract: ContractDetails) => draw(<Editor contract={contract} head={null} menu={null} onSign={onSign} />)

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  sessionStorage.clear()
  server.edits = []
  server.answer = (input) => contractOf((input as Edit).body.version + 1, (input as Edit).body.content)
  onSign.mockClear()
})
afterEach(() => {
  sessionStorage.clear()
})

describe('the editor of a contract', () => {
  it('names what is missing before signing, and keeps what was typed', async () => {
    await open(contractOf(1, { title: 'New kitchen' }))
    await press('Read and sign…')
    expect(text()).toContain('Fix these before signing:')
    expect(text()).toContain('Describe the work.')
    expect(field('Scope of work').getAttribute('aria-invalid')).toBe('true')
    expect(onSign).not.toHaveBeenCalled()
    await type('Scope of work', 'Fit the new kitchen.')
    expect(text()).not.toContain('Describe the work.')
    expect(field('Scope of work').value).toBe('Fit the new kitchen.')
  })

  it('loads the insurance certificates again when asked, rather than claim that there is none', async () => {
    server.documents = () => {
      throw new Error('Away')
    }
    await open(contractOf(1, { ...complete, insuranceDocumentId: 'doc_01JD0000000000000000000001' }))
    await waitFor(() => expect(text()).toContain('Payment'))
    await settle()
    expect(text()).not.toContain('Add a certificate to your documents to choose it here.')
    server.documents = () => []
    await press('Try again')
    await waitFor(() => expect(text()).toContain('Add a certificate to your documents to choose it here.'))
  })

  it('saves a complete contract before it is signed', async () => {
    await open(contractOf(4, complete))
    await type('Title', 'New kitchen, flat 4')
    await press('Read and sign…')
    expect(edits().map(({ body }) => [body.version, body.content.title])).toEqual([[4, 'New kitchen, flat 4']])
    expect(onSign).toHaveBeenCalledOnce()
  })

  it('is not signed while a file is on its way', async () => {
    const id = 'fil_01JD0000000000000000000000'
    let arrive = (): void => undefined
    server.upload = () =>
      new Promise((resolve) => {
        arrive = () => resolve({ id, name: 'plan.pdf', mime: 'application/pdf', url: '' })
      })
    await open(contractOf(4, complete))
    const chooser = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
    Object.defineProperty(chooser, 'files', { value: [new File(['%PDF'], 'plan.pdf')] })
    await act(async () => chooser.dispatchEvent(new Event('change', { bubbles: true })))
    await press('Read and sign…')
    expect(onSign).not.toHaveBeenCalled()
    await act(async () => arrive())
    await press('Read and sign…')
    expect(onSign).toHaveBeenCalledOnce()
    expect(edits().at(-1)?.body.content.attachments).toEqual([id])
  })

  it('is saved with Ctrl+S', async () => {
    await open(contractOf(4, complete))
    await type('Not included', 'Tiles')
    await pressSave()
    expect(edits().map(({ body }) => body.content.exclusions)).toEqual(['Tiles'])
    expect(onSign).not.toHaveBeenCalled()
  })

  it('keeps the focus on the button that moved a milestone to the end', async () => {
    await open(contractOf(4, complete))
    const move = [...document.querySelectorAll('button')].find(({ ariaLabel }) => ariaLabel === 'Move milestone 1 down')
    move?.focus()
    await press('Move milestone 1 down')
    expect(document.activeElement?.ariaLabel).toBe('Move milestone 2 down')
  })

  it('says by how much milestones miss the total, and is not signed until they add up', async () => {
    await open(contractOf(1, complete))
    await type('Contract total', '4000')
    await press('Read and sign…')
    expect(text()).toContain('Milestones add up to ₦3,000, but the contract total is ₦4,000.')
    expect(onSign).not.toHaveBeenCalled()
    await type('Contract total', '3000')
    await press('Read and sign…')
    expect(onSign).toHaveBeenCalledOnce()
  })

  it('adds no milestone when Ctrl+Enter in the last one leads to signing', async () => {
    await open(contractOf(4, complete))
    const key = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true })
    await act(async () => field('Milestone', 1).dispatchEvent(key))
    expect(onSign).toHaveBeenCalledOnce()
    expect(() => field('Milestone', 2)).toThrow()
  })

  it('keeps what a milestone includes open while it is emptied', async () => {
    await open(contractOf(4, complete))
    const details = field('Description of milestone 1').closest('details') as HTMLDetailsElement
    details.open = true
    await type('Description of milestone 1', 'Old units')
    await type('Description of milestone 1', '')
    expect(details.open).toBe(true)
  })

  it('moves the focus to the next milestone when one is removed', async () => {
    await open(contractOf(4, complete))
    const remove = (number: number) =>
      document.querySelector<HTMLButtonElement>(`[aria-label="Remove milestone ${number}"]`)
    remove(1)?.focus()
    await act(async () => remove(1)?.click())
    expect(field('Milestone').value).toBe('In')
    expect(document.activeElement).toBe(remove(1))
    await act(async () => remove(1)?.click())
    expect(document.activeElement?.textContent).toBe('Add a milestone')
  })

  it('takes back the removal of a milestone, after what was written since', async () => {
    await open(contractOf(4, complete))
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Remove milestone 1"]')?.click())
    await pressSave()
    await type('Milestone', 'In and tiled')
    const [removed] = toastStore.get()
    expect(removed).toMatchObject({ title: 'Milestone removed', action: { label: 'Undo' } })
    await act(async () => removed?.action?.run())
    await pressSave()
    const { milestones = [] } = edits().at(-1)?.body.content ?? {}
    expect(milestones.map(({ title, amount, id }) => [title, amount, id])).toEqual([
      ['Out', 100_000, undefined],
      ['In and tiled', 200_000, milestones[1]?.id],
    ])
  })

  it('takes back a template, but not what was written since', async () => {
    const content = {
      exclusions: 'Tiles',
      retentionBps: 500,
      milestones: [{ title: 'All', description: '', amount: 1 }],
    }
    server.templates = [{ id: 'ctt_1', name: 'Kitchen', version: 1, content: z.parse(ContractDraft, content) }]
    await open(contractOf(4, { ...complete, milestones: [] }))
    await press('Templates')
    await waitFor(() => expect(text()).toContain('Kitchen'))
    await press('Kitchen')
    await type('Title', 'New kitchen, flat 4')
    await pressSave()
    expect(edits().at(-1)?.body.content).toMatchObject({ exclusions: 'Tiles', milestones: [{ title: 'All' }] })
    await act(async () => toastStore.get()[0]?.action?.run())
    await pressSave()
    expect(edits().at(-1)?.body.content).toMatchObject({
      title: 'New kitchen, flat 4',
      exclusions: '',
      retentionBps: 0,
      milestones: [],
    })
  })

  it('leaves out the amounts of a template in another currency', async () => {
    const content = { milestones: [{ title: 'All', description: '', amount: 5000 }] }
    const template = { id: 'ctt_1', name: 'Kitchen', version: 1, content: z.parse(ContractDraft, content) }
    server.templates = [{ ...template, currency: 'GHS' }]
    await open(contractOf(4, { ...complete, milestones: [] }))
    await press('Templates')
    await waitFor(() => expect(text()).toContain('Without prices in GHS'))
    await press('KitchenWithout prices in GHS')
    await pressSave()
    expect(edits().at(-1)?.body.content).toMatchObject({ milestones: [{ title: 'All', amount: 0 }] })
  })

  it('keeps an address that is not complete yet', async () => {
    await open(contractOf(4, complete))
    await type('City', '')
    await type('Street address', '7 Marina')
    await pressSave()
    await leave()
    await open(contractOf(5, edits().at(-1)?.body.content ?? {}))
    expect([field('Street address').value, field('City').value]).toEqual(['7 Marina', ''])
    await type('City', 'Ikeja')
    await pressSave()
    expect(edits().at(-1)?.body.content.siteAddress).toMatchObject({ line1: '7 Marina', city: 'Ikeja' })
  })

  it('shows the address of a newer version rather than one that was not complete', async () => {
    await open(contractOf(4, complete))
    await type('City', '')
    await pressSave()
    await leave()
    await open(contractOf(6, complete))
    expect(field('City').value).toBe('Lagos')
  })

  it('shows the other version when it was changed elsewhere, and signs neither', async () => {
    const theirs = contractOf(7, { ...complete, title: 'New kitchen and floor' })
    server.answer = () => {
      throw new ApiError({ status: 409, code: 'VERSION_CONFLICT', message: 'Changed.', details: { current: theirs } })
    }
    await open(contractOf(4, complete))
    await type('Title', 'New kitchen, flat 4')
    await press('Read and sign…')
    expect(text()).toContain('New kitchen and floor')
    expect(field('Title').value).toBe('New kitchen, flat 4')
    expect(onSign).not.toHaveBeenCalled()
  })

  it('cannot be signed when the server does not allow it', async () => {
    await open({ ...contractOf(1, complete), allowedActions: [] })
    const sign = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Read and sign…')
    expect(sign?.disabled).toBe(true)
  })
})
