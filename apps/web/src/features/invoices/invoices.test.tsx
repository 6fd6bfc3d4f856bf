import type { InvoiceCard } from '@fettle/protocol/invoices/invoices'
import { expect, it, vi } from 'vitest'
import { press, settle, setUpScreen } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import * as profileModule from '../../shared/profile/profile.ts'
import { Component } from './invoices.screen.tsx'
import * as saveModule from '../../lib/browser/save-csv.ts'
import { replaceExports } from '../../testing/replace-exports.ts'

const server = { invoices: [] as unknown[], until: Promise.resolve() }
replaceExports(apiModule, {
  call: async () => [],
  callWithMeta: async () => {
    await server.until
    const meta = { nextCursor: null, countsByStatus: {}, overdue: 0, due: { amount: 0, currency: 'NGN' }, dues: [] }
    return { data: server.invoices, meta }
  },
})
const saveCsv = vi.fn<typeof saveModule.saveCsv>()
replaceExports(saveModule, { saveCsv })
replaceExports(profileModule, { useProfile: () => ({ id: 'usr_1' }) })

const { draw, button, text } = setUpScreen()
const naira = (amount: number) => ({ amount, currency: 'NGN' })
const invoice = (number: string, allowedActions: InvoiceCard['allowedActions']) =>
  ({
    id: number,
    number,
    status: 'ISSUED',
    overdue: true,
    onHold: false,
    subject: { type: 'BOOKING', id: 'bkg_1', label: 'BK-1' },
    customer: { id: 'cus_1', name: 'Ngozi Eze', avatar: null },
    title: 'New tap',
    total: naira(5_000),
    due: naira(5_000),
    issuedAt: '2026-11-01T12:00:00Z',
    dueAt: '2026-11-08T12:00:00Z',
    paidAt: null,
    version: 2,
    createdAt: '2026-11-01T12:00:00Z',
    allowedActions,
  }) as InvoiceCard

it('offers to remind only of invoices that can be reminded of', async () => {
  server.invoices = [invoice('INV-1', ['remind', 'record-payment']), invoice('INV-2', ['record-payment'])]
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  await draw(<Component />)
  await settle()
  await press([...document.querySelectorAll('button')].find((each) => each.textContent.startsWith('Overdue'))!)
  await settle()
  expect(button('Remind: INV-1')).toBeDefined()
  expect(button('Remind: INV-2')).toBeUndefined()
})

it('names a draft, which has no number, by its title', async () => {
  server.invoices = [{ ...invoice('INV-1', ['issue', 'void']), number: null, status: 'DRAFT' as const, overdue: false }]
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  await draw(<Component />)
  await settle()
  expect(document.querySelector('a[href="/invoices/INV-1"]')?.textContent).toContain('Draft: New tap')
  expect(document.querySelector('td input[type=checkbox]')?.getAttribute('aria-label')).toContain('Draft: New tap')
})

it('exports no balance due for a draft', async () => {
  const draft = { ...invoice('INV-1', ['issue', 'void']), number: null, status: 'DRAFT' as const, overdue: false }
  server.invoices = [draft, invoice('INV-2', [])]
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  await draw(<Component />)
  await settle()
  for (const box of document.querySelectorAll<HTMLInputElement>('td input[type=checkbox]')) await press(box)
  await press([...document.querySelectorAll('button')].find((each) => each.textContent === 'Export (CSV)')!)
  const [, { header, rows }] = saveCsv.mock.lastCall!
  expect(rows.map((row) => row[header.indexOf('Balance due')])).toEqual([null, 50])
})

it('shows no invoices of one tab under another that is loading', async () => {
  server.invoices = [invoice('INV-1', [])]
  await draw(<Component />)
  await settle()
  expect(text()).toContain('INV-1')
  server.until = new Promise(() => undefined)
  await press([...document.querySelectorAll('button')].find((each) => each.textContent.startsWith('Drafts'))!)
  await settle()
  expect(text()).not.toContain('INV-1')
})
