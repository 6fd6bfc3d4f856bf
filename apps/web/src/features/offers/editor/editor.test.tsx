import type { OfferDetails } from '@fettle/protocol/offers'
import { OfferDraft } from '@fettle/protocol/offers/content'
import { createUpload } from '@fettle/protocol/common/calls'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/http/api-error.ts'
import { toast, toastStore } from '../../../ui/feedback/toast.ts'
import * as apiModule from '../../../lib/http/api.ts'
import * as profileModule from '../../../shared/profile/profile.ts'
import { Editor } from './editor.tsx'
import { offlineQueue, setQueueOwner } from '../../../lib/offline/device-queue.ts'
import { SAVE_DRAFT_MUTATION } from '../drafts/draft-mutation.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

// Writes an offer on a desktop. How it looks is the matter of the browser tests.

interface Request {
  name: string
  body: { version: number; draftVersion: number; content: OfferDraft }
}
const server = {
  requests: [] as unknown[],
  templates: [] as unknown[],
  send: (): unknown => undefined,
  upload: (): unknown => undefined,
}
replaceExports(apiModule, {
  call: async ({ name }: { name: string }, input: { body?: { version: number; content: OfferDraft } }) => {
    server.requests.push({ name, body: input.body })
    if (name === 'offers.send') return server.send()
    if (name === createUpload.name) return server.upload()
    if (name === 'offerTemplates.list') return server.templates
    if (name !== 'offers.saveDraft') return []
    return offerOf({ version: (input.body?.version ?? 0) + 1, content: input.body?.content ?? {} })
  },
})
replaceExports(profileModule, { useProfile: () => ({ id: 'usr_1', usualTaxRateBps: 0 }) })

let offers = 0
const FILE = 'fil_01JD0000000000000000000000'
const PRICE = 'Unit price of Tap'
/** An offer of Ngozi Eze's with a draft. */
function offerOf({ version = 1, content }: { version?: number; content: Partial<OfferDraft> }): OfferDetails {
  const draft = { version, content: z.parse(OfferDraft, content) }
  return {
    id: `off_${offers}`,
    status: 'DRAFT',
    title: draft.content.title,
    customer: { id: 'cus_1', name: 'Ngozi Eze', avatar: null },
    currency: 'NGN',
    timeZone: 'Africa/Lagos',
    usualValidDays: 14,
    revisionNumber: null,
    reminders: { automatic: false },
    files: [],
    allowedActions: ['draft', 'send'],
    draftRevision: draft,
    currentRevision: null,
  } as unknown as OfferDetails
}
const line = {
  id: 'lin_1',
  kind: 'MATERIAL' as const,
  name: 'Tap',
  quantity: '1',
  unit: 'ITEM' as const,
  unitPrice: 500_000,
}
const complete = { title: 'New tap', lineItems: [line] } as unknown as Partial<OfferDraft>

const { draw, leave, text, press } = setUpScreen()
const onSent = vi.fn()
const requests = (name: string) => (server.requests as Request[]).filter((each) => each.name === name)
const field = (label: string) => {
  const found = [...document.querySelectorAll('label')].find((each) => each.textContent.startsWith(label))
  const named = document.querySelector<HTMLInputElement>(`[aria-label^="${label}"]`)
  const input = (found?.control as HTMLInputElement | null | undefined) ?? named
  if (!input) throw new Error(`There is no field ${label}`)
  return input
}
const buttons = (name: string) =>
  [...document.querySelectorAll('button')].filter((each) => [each.textContent, each.ariaLabel].includes(name))
async function type(label: string, value: string) {
  const input = field(label)
  await act(async () => {
    input.focus()
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input) as object, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.blur()
  })
}
function open(content: Partial<OfferDraft>) {
  offers += 1
  return draw(
    <Editor
      offer={offerOf({ content })}
      now={new Date('2026-11-24T12:00:00Z')}
      head={null}
      menu={null}
      foot={null}
      onSent={onSent}
    />,
  )
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    // Room for the table of lines, not for the preview beside it.
    matches: media === '(min-width: 64rem)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  Element.prototype.scrollIntoView = () => undefined
  server.requests = []
  server.send = () => ({ ...offerOf({ content: complete }), status: 'SENT', revisionNumber: 1 })
  onSent.mockClear()
})
describe('the editor of an offer', () => {
  it('names what is missing before sending, and sends nothing', async () => {
    await open({})
    await press('Send…')
    expect(text()).toContain('Fix these before sending:')
    expect(field('Title').getAttribute('aria-invalid')).toBe('true')
    expect(document.querySelector('dialog[open]')).toBeNull()
    expect(requests('offers.send')).toEqual([])
  })

  it('adds up what is typed, and takes it back', async () => {
    await open(complete)
    expect(text()).toContain('₦5,000')
    await type(PRICE, '7500')
    expect(text()).toContain('₦7,500')
    await press('Undo')
    expect(text()).not.toContain('₦7,500')
    await press('Redo')
    expect(text()).toContain('₦7,500')
  })

  it('takes back a template, but not what was written since', async () => {
    const lineItems = [{ ...line, id: 'lin_2', name: 'Boiler', optionGroupId: 'grp_1' }]
    const optionGroups = [{ id: 'grp_1', name: 'Heating', minSelect: 1, maxSelect: 1 }]
    const content = z.parse(OfferDraft, { ...complete, lineItems, optionGroups, exclusions: 'Tiles' })
    server.templates = [{ id: 'tpl_1', name: 'Usual', version: 1, content }]
    await open(complete)
    const apply = async () => {
      await press('Templates')
      await waitFor(() => expect(text()).toContain('Usual'))
      await act(async () => [...document.querySelectorAll<HTMLElement>('dialog li button')][0]?.click())
    }
    const undo = () => act(async () => toastStore.get()[0]?.action?.run())
    await apply()
    await type('Title', 'New tap, flat 4')
    await undo()
    expect([field('Title').value, field('Not included').value]).toEqual(['New tap, flat 4', ''])
    expect(field(PRICE).value).toBe('5,000')
    expect(text()).not.toContain('Customer choices')
    await act(async () => toast.clear())
    await apply()
    await type('Choice name', 'Warmth')
    await undo()
    expect(field('Unit price of Boiler').value).toBe('5,000')
    expect(field('Choice name').value).toBe('Warmth')
  })

  it('leaves out the prices of a template in another currency', async () => {
    const content = z.parse(OfferDraft, { ...complete, lineItems: [{ ...line, id: 'lin_2', name: 'Boiler' }] })
    server.templates = [{ id: 'tpl_1', name: 'Usual', version: 1, content, currency: 'GHS' }]
    await open(complete)
    await press('Templates')
    await waitFor(() => expect(text()).toContain('Without prices in GHS'))
    await act(async () => [...document.querySelectorAll<HTMLElement>('dialog li button')][0]?.click())
    expect(field('Unit price of Boiler').value).toBe('0')
  })

  it('keeps what it cannot read, and does not send it', async () => {
    await open(complete)
    await type(PRICE, 'seventy')
    await press('Send…')
    expect(field(PRICE).value).toBe('seventy')
    expect(text()).toContain('Check the highlighted lines.')
    expect(requests('offers.send')).toEqual([])
  })

  it('can be sent once the line with what it cannot read is removed', async () => {
    await open({ ...complete, lineItems: [line, { ...line, id: 'lin_2', name: 'Pipe' }] as OfferDraft['lineItems'] })
    await type('Unit price of Pipe', 'seventy')
    await press('More about Pipe')
    await press('Remove line')
    await press('Send…')
    expect(text()).not.toContain('Check the highlighted lines.')
    expect(document.querySelector('dialog[open]')?.textContent).toContain('Send the offer?')
  })

  it('can be sent once the tax that it cannot read is not shown', async () => {
    await open({ ...complete, taxMode: 'EXCLUSIVE' })
    await type('Tax on Tap', 'seventy')
    const mode = [...document.querySelectorAll('select')].find(
      ({ value }) => value === 'EXCLUSIVE',
    ) as HTMLSelectElement
    await act(async () => {
      mode.value = 'NONE'
      mode.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await press('Send…')
    expect(text()).not.toContain('Check the highlighted lines.')
    expect(document.querySelector('dialog[open]')?.textContent).toContain('Send the offer?')
  })

  it('goes on showing a discount that it cannot read', async () => {
    const lineItems = [
      { ...line, discountBps: 1000 },
      { ...line, id: 'lin_2', name: 'Pipe' },
    ] as OfferDraft['lineItems']
    await open({ ...complete, lineItems })
    await type('Discount on Pipe', 'seventy')
    await type('Discount on Tap', '0')
    expect(field('Discount on Pipe').value).toBe('seventy')
  })

  it('keeps a line of which it can read nothing', async () => {
    await open(complete)
    await press('Add a line')
    await type('Unit price of line 2', 'seventy')
    await press('Send…')
    expect(text()).toContain('Check the highlighted lines.')
    expect(field('Unit price of line 2').value).toBe('seventy')
  })

  it('forgets what it cannot read in an instalment together with that instalment', async () => {
    const half = { label: '', shareBps: 5000, dueOn: 'START' as const }
    await open({ ...complete, paymentSchedule: [half, { ...half, shareBps: 3000, dueOn: 'COMPLETION' }] })
    await type('Instalment 1 (%)', 'half')
    await press('Remove instalment 1')
    expect(field('Instalment 1 (%)').value).toBe('30')
  })

  it('keeps the focus where an instalment or a suggested time is removed', async () => {
    const part = (shareBps: number) => ({ label: '', shareBps, dueOn: 'START' as const })
    const slots = [1, 2].map((day) => ({ startAt: `2026-12-0${day}T09:00:00Z`, endAt: `2026-12-0${day}T11:00:00Z` }))
    await open({ ...complete, paymentSchedule: [part(5000), part(3000)], proposedSlots: slots })
    const removeOf = (name: RegExp) =>
      [...document.querySelectorAll('button')].filter((each) => name.test(each.ariaLabel ?? ''))
    const remove = async (name: RegExp) => {
      const last = removeOf(name).at(-1)
      act(() => last?.focus())
      await act(async () => last?.click())
      return document.activeElement
    }
    for (const [name, add] of [
      [/^Remove instalment/, 'Add instalments'],
      [/^Remove .* Dec/, 'Propose a time'],
    ] as const) {
      expect(await remove(name)).toBe(removeOf(name)[0])
      expect((await remove(name))?.textContent).toBe(add)
    }
  })

  it('moves the focus into the fields of a suggested time, and back', async () => {
    await open(complete)
    const pressFocused = async (name: string) => {
      act(() => buttons(name)[0]?.focus())
      await press(name)
      return document.activeElement
    }
    const fields = await pressFocused('Propose a time')
    expect([fields?.role, fields?.ariaLabel]).toEqual(['group', 'Propose a time'])
    expect((await pressFocused('Not now'))?.textContent).toBe('Propose a time')
  })

  it('is not sent while a term shown is not the one stored', async () => {
    await open({ ...complete, deposit: { type: 'PERCENT', value: 1000, dueOn: 'ACCEPTANCE' } })
    await type('Percentage (%)', '150')
    await press('Send…')
    expect(document.activeElement).toBe(field('Percentage (%)'))
    expect(document.querySelector('dialog[open]')).toBeNull()
  })

  it('leaves empty lines out of the preview, as they are not sent', async () => {
    await open(complete)
    await press('Add a line')
    await press('Preview')
    const preview = document.querySelector('dialog[open]')
    expect(preview?.textContent).toContain('Tap')
    expect(preview?.textContent).not.toContain('New line')
  })

  it('saves the draft, then sends that version', async () => {
    await open(complete)
    await type('Title', 'New kitchen tap')
    await press('Send…')
    await press('Send now')
    await vi.waitFor(() => expect(onSent).toHaveBeenCalledOnce(), { timeout: 60_000 })
    expect(requests('offers.saveDraft').map(({ body }) => [body.version, body.content.title])).toEqual([
      [1, 'New kitchen tap'],
    ])
    expect(requests('offers.send').map(({ body }) => body.draftVersion)).toEqual([2])
  })

  it('shows a problem the server found at its field, and keeps the draft', async () => {
    server.send = () => {
      const issues = [
        { code: 'INVALID_FORMAT' as const, field: 'title', path: ['title'], message: 'Use another title.' },
      ]
      throw new ApiError({ status: 422, code: 'VALIDATION_FAILED', message: 'Check the fields.', issues })
    }
    await open(complete)
    await press('Send…')
    await press('Send now')
    await vi.waitFor(() => expect(text()).toContain('Use another title.'), { timeout: 60_000 })
    expect(document.querySelector('dialog[open]')).toBeNull()
    expect(field('Title').value).toBe('New tap')
    expect(onSent).not.toHaveBeenCalled()
  })

  it('is not sent while a file is on its way', async () => {
    let arrive = (): void => undefined
    server.upload = () =>
      new Promise((resolve) => {
        arrive = () => resolve({ id: FILE, name: 'plan.pdf', mime: 'application/pdf', url: '' })
      })
    await open(complete)
    const chooser = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].at(-1) as HTMLInputElement
    Object.defineProperty(chooser, 'files', { value: [new File(['%PDF'], 'plan.pdf')] })
    await act(async () => chooser.dispatchEvent(new Event('change', { bubbles: true })))
    await press('Send…')
    expect(document.querySelector('dialog[open]')).toBeNull()
    await act(async () => arrive())
    await press('Send…')
    await press('Send now')
    await vi.waitFor(() => expect(onSent).toHaveBeenCalledOnce(), { timeout: 60_000 })
    expect(requests('offers.saveDraft').at(-1)?.body.content.attachments).toEqual([FILE])
  })

  it('says why a draft of an earlier visit was not sent, and calls only an edit elsewhere a conflict', async () => {
    const shelve = (refusal: ApiError) => {
      const payload = { version: 1, content: z.parse(OfferDraft, { ...complete, title: 'Written in the cellar' }) }
      return offlineQueue.shelve({ subject: `off_${offers + 1}`, kind: SAVE_DRAFT_MUTATION, payload }, refusal)
    }
    const conflict = 'This draft changed while you were editing.'
    setQueueOwner('usr_1')
    await shelve(new ApiError({ status: 503, code: 'INTERNAL', message: 'Our database is away.' }))
    await open(complete)
    expect(field('Title').value).toBe('Written in the cellar')
    expect(text()).not.toContain(conflict)
    expect(text()).toContain('Our database is away.')
    await type('Title', 'Written in the cellar, too')
    await press('Send…')
    await vi.waitFor(() => expect(requests('offers.saveDraft')).toHaveLength(1), { timeout: 60_000 })
    await act(() => vi.waitUntil(() => !text().includes('Our database is away.'), { timeout: 60_000 }))
    await leave()
    await shelve(new ApiError({ status: 409, code: 'VERSION_CONFLICT', message: 'It changed.' }))
    await open(complete)
    expect(text()).toContain(conflict)
  })
})
