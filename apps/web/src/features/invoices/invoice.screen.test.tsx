import { act } from 'react'
import { Route, Routes } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { paths } from '../../routing/paths.ts'
import { press, setUpScreen, type, waitFor } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import * as customerInvoiceModule from './customer-invoice.tsx'
import * as invoiceSectionsModule from './invoice-sections.tsx'
import * as invoiceHistoryModule from './invoice-history.tsx'
import { Component } from './invoice.screen.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const server = { hasReminded: false, isVoid: false }
const naira = (amount: number) => ({ amount, currency: 'NGN' })
replaceExports(apiModule, {
  call: async ({ name }: { name: string }, { params: { id } }: { params: { id: string } }) => {
    if (name === 'invoices.remind') server.hasReminded = true
    if (name === 'invoices.void') server.isVoid = true
    return invoiceOf(id)
  },
})

const invoiceOf = (id: string) => ({
  id,
  number: id.toUpperCase(),
  status: server.isVoid ? 'VOID' : id === 'inv_draft' ? 'DRAFT' : 'ISSUED',
  subject: { type: 'BOOKING', id: 'bkg_1', label: 'BK-1' },
  customer: { id: 'cus_1', name: 'Ngozi Eze', avatar: null },
  title: 'New tap',
  total: naira(5_000),
  due: naira(5_000),
  waiting: naira(0),
  reminders: { sent: 0, limit: 3, nextAt: null },
  version: 2,
  dueAt: '2026-12-06T12:00:00.000Z',
  creditNote: server.isVoid ? { number: 'CN-1', reason: 'Wrong part' } : null,
  allowedActions: server.isVoid
    ? []
    : id === 'inv_to_void'
      ? ['void']
      : server.hasReminded
        ? ['record-payment']
        : ['record-payment', 'remind'],
})
replaceExports(customerInvoiceModule, { CustomerInvoice: () => null })
replaceExports(invoiceSectionsModule, { Payments: () => null })
replaceExports(invoiceHistoryModule, { InvoiceHistory: () => null })

const { draw, go, button, text } = setUpScreen()
const open = async (id: string) => {
  await go(paths.invoice(id))
  await act(() => vi.waitUntil(() => text().includes(id.toUpperCase()), { timeout: 60_000 }))
}

const drawScreen = () =>
  draw(
    <Routes>
      <Route path="/" />
      <Route path="/invoices/:id" element={<Component />} />
    </Routes>,
  )

it('is headed by the total until it is issued, then by the balance due', async () => {
  await drawScreen()
  await open('inv_draft')
  expect(text()).toContain('Total₦50')
  expect(text()).not.toContain('Balance due')
  await open('inv_1')
  expect(text()).toContain('Balance due₦50')
})

it('a payment that was about to be recorded is not recorded for the invoice opened next', async () => {
  await drawScreen()
  await open('inv_1')
  await open('inv_2')
  await press(button('Record a payment'))
  expect(document.querySelector('dialog')).not.toBeNull()
  await open('inv_1')
  expect(document.querySelector('dialog')).toBeNull()
})

it('keeps the focus in the invoice when the button of its reminder goes', async () => {
  server.hasReminded = false
  await drawScreen()
  await open('inv_1')
  button('Remind').focus()
  await press(button('Remind'))
  await waitFor(() => expect(button('Remind')).toBeUndefined())
  expect(document.activeElement).toBe(button('PDF'))
})

it('that was voided shows its state, and no day to pay by', async () => {
  const main = document.body.appendChild(document.createElement('main'))
  main.id = 'main'
  main.scrollTo = vi.fn()
  onTestFinished(() => {
    main.remove()
    server.isVoid = false
  })
  await drawScreen()
  await open('inv_to_void')
  expect(text()).toContain('Pay by')
  await press(button('Void this invoice'))
  await type(document.querySelector('textarea') as HTMLTextAreaElement, 'Wrong part')
  await act(async () => document.querySelector('form')?.requestSubmit())
  await waitFor(() => expect(text()).toContain('Void: credit note CN-1'))
  expect(text()).not.toContain('Pay by')
  expect(main.scrollTo).toHaveBeenCalledWith({ top: 0 })
})
