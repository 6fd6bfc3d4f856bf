import { expect, it } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { press, settle, setUpScreen } from '../../testing/screen.tsx'
import * as apiModule from '../../lib/http/api.ts'
import * as customerInvoiceModule from './customer-invoice.tsx'
import * as invoiceSectionsModule from './invoice-sections.tsx'
import * as invoiceHistoryModule from './invoice-history.tsx'
import { Component } from './invoice.screen.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const naira = (amount: number) => ({ amount, currency: 'NGN' })
replaceExports(apiModule, {
  call: async ({ name }: { name: string }) => {
    if (name !== 'invoices.get') throw new ApiError({ status: 409, code: 'REMINDER_TOO_SOON', message: 'Too soon.' })
    return {
      id: 'inv_1',
      number: 'INV-1',
      status: 'ISSUED',
      subject: { type: 'BOOKING', id: 'bkg_1', label: 'BK-1' },
      customer: { id: 'cus_1', name: 'Ngozi Eze', avatar: null },
      title: 'New tap',
      total: naira(5_000),
      due: naira(5_000),
      reminders: { sent: 0, limit: 3, nextAt: null },
      version: 2,
      allowedActions: ['remind', 'void'],
    }
  },
})
replaceExports(customerInvoiceModule, { CustomerInvoice: () => null })
replaceExports(invoiceSectionsModule, { Payments: () => null })
replaceExports(invoiceHistoryModule, { InvoiceHistory: () => null })

const { draw, button } = setUpScreen()

it('shows in a dialog no error of another action', async () => {
  await draw(<Component />)
  await settle()
  await press(button('Remind'))
  await settle()
  await press(button('Void this invoice'))
  await settle()
  const dialog = document.querySelector('dialog')
  expect(dialog?.textContent).toContain('Void')
  expect(dialog?.querySelector('[role=alert]')).toBeNull()
})
