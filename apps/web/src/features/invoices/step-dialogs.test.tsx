import type { Invoice } from '@fettle/protocol/invoices/invoices'
import { beforeEach, expect, it } from 'vitest'
import { press, setUpScreen, settle, type } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import * as customerInvoiceModule from './customer-invoice.tsx'
import * as invoiceSectionsModule from './invoice-sections.tsx'
import * as invoiceHistoryModule from './invoice-history.tsx'
import { Component } from './invoice.screen.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const naira = (amount: number) => ({ amount, currency: 'NGN' })
const draft = {
  id: 'inv_1',
  number: null,
  status: 'DRAFT',
  subject: { type: 'BOOKING', id: 'bkg_1', label: 'BK-1' },
  customer: { id: 'cus_1', name: 'Ngozi Eze', avatar: null },
  title: 'New tap',
  total: naira(5_000),
  due: naira(5_000),
  reminders: { sent: 0, limit: 3, nextAt: null },
  version: 2,
  dueInDays: 14,
  note: '',
  allowedActions: ['issue', 'void'],
} as unknown as Invoice
replaceExports(apiModule, { call: async () => draft })
replaceExports(customerInvoiceModule, { CustomerInvoice: () => null })
replaceExports(invoiceSectionsModule, { Payments: () => null })
replaceExports(invoiceHistoryModule, { InvoiceHistory: () => null })

const { draw, leave, button, field } = setUpScreen()
const open = async (action: string) => {
  await leave()
  await draw(<Component />)
  await settle()
  await press(button(action))
}

beforeEach(() => sessionStorage.clear())

it('the terms of an invoice survive the end of the session, until it is issued', async () => {
  await open('Issue')
  await type(field('Days to pay'), '30')
  await type(field('Note'), 'Thank you, Ngozi.')
  await open('Issue')
  expect([field('Days to pay').value, field('Note').value]).toEqual(['30', 'Thank you, Ngozi.'])
  await press(button('Issue invoice'))
  await settle()
  await open('Issue')
  expect([field('Days to pay').value, field('Note').value]).toEqual(['14', ''])
})

it('the reason to void an invoice survives the end of the session, until it is void', async () => {
  await open('Discard this draft')
  await type(field('Reason'), 'Billed to the wrong person.')
  await open('Discard this draft')
  expect(field('Reason').value).toBe('Billed to the wrong person.')
  await press(button('Discard draft'))
  await settle()
  await open('Discard this draft')
  expect(field('Reason').value).toBe('')
})
