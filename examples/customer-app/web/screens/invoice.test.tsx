import { expect, it } from 'vitest'
import { answerCalls } from '../testing/back-end.ts'
import { readScreen, show } from '../testing/screen.ts'
import { InvoicePage } from './invoice.tsx'

const naira = (amount: number) => ({ amount, currency: 'NGN' })
const invoice = { number: 'INV-1', title: 'House', total: naira(10_000), dueAt: null, lines: [], providerName: 'Ada' }

it('says what is still to pay until the invoice is paid', async () => {
  answerCalls({ getInvoice: () => ({ ...invoice, status: 'PARTIALLY_PAID', due: naira(4000) }) })
  await show(<InvoicePage id="inv_1" />)
  await expect.poll(readScreen).toMatch('Total₦100Still to pay₦40')
  answerCalls({ getInvoice: () => ({ ...invoice, status: 'PAID', due: naira(0) }) })
  await show(<InvoicePage id="inv_1" />)
  await expect.poll(readScreen).toMatch('Total₦100Lines')
})
