import type { Invoice } from '@fettle/protocol/invoices/invoices'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { Payments } from './invoice-sections.tsx'

const { draw } = setUpScreen()
const now = new Date('2026-11-29T12:00:00Z')
const unpaid = (over: Partial<Invoice>) => ({ number: 'INV-1', payments: [], ...over }) as Invoice

it('expects payments of an invoice that was issued', async () => {
  await draw(<Payments invoice={unpaid({ status: 'ISSUED' })} now={now} />)
  expect(document.body.textContent).toContain('No payments yet.')
})

it('expects no payment of a void invoice', async () => {
  await draw(<Payments invoice={unpaid({ status: 'VOID' })} now={now} />)
  expect(document.body.textContent).not.toContain('No payments yet.')
})
