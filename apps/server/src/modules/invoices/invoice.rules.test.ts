import { OfferContent } from '@fettle/protocol/offers/content'
import { calculateOffer, defaultSelections } from '@fettle/protocol/offers/totals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bathroomOffer } from '../../../testing/fixtures/offer-scenario.ts'
import { billOf, lumpSum, withExtras } from './bill.rules.ts'
import * as rules from './invoice.rules.ts'
import type { InvoiceRecord } from './invoice.rules.ts'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import { createDocumentText } from '../../platform/pdf/document-text.ts'
import { writeRow, type PricedRow } from '../../platform/pdf/priced-lines.ts'
import { invoicePdfMessages } from './pdf/invoice-pdf.messages.ts'
import { factRows as invoiceFacts, lines, sumRows } from './pdf/invoice-pdf.rules.ts'
import { withPayment } from './payments/payments.rules.ts'
import type { PaymentRow } from './payments/payments.store.ts'

const now = new Date('2026-03-02T11:00:00Z')
const facts = { now, isDeducted: false, timeZone: 'Africa/Lagos' }
const draft: InvoiceRecord = {
  id: 'inv_1',
  providerId: 'usr_1',
  customerId: 'cus_1',
  customerName: 'Chidi Okafor',
  customerAvatar: null,
  subjectType: 'BOOKING',
  subjectId: 'bkg_1',
  subjectLabel: 'BK-2026-000001',
  bookingId: 'bkg_1',
  offerId: null,
  contractId: null,
  number: null,
  title: 'Tap',
  currency: 'NGN',
  ...lumpSum('Tap', 100_000),
  note: '',
  total: 100_000,
  deposits: [],
  deposited: 0,
  dueInDays: 7,
  issuedAt: null,
  dueAt: null,
  paidAt: null,
  status: 'DRAFT',
  onHold: false,
  paid: 0,
  waiting: 0,
  refunded: 0,
  credited: 0,
  remindersSent: 0,
  remindedAt: null,
  version: 1,
  createdAt: now,
  updatedAt: now,
}
const issued = (over: Partial<Parameters<typeof rules.issue>[1]> = {}) =>
  rules.issue(draft, { number: 'INV-2026-000001', deposits: [], role: 'PROVIDER', context: facts, ...over })
const payment = (amount: number, status: PaymentRow['status']): PaymentRow => ({
  id: 'pay_1',
  invoiceId: 'inv_1',
  providerId: 'usr_1',
  customerId: 'cus_1',
  amount,
  tip: 0,
  currency: 'NGN',
  method: 'CASH',
  custody: 'PROVIDER',
  paidAt: now,
  externalReference: null,
  proofFileId: null,
  status,
  recordedAt: now,
  confirmBy: null,
  decidedAt: null,
  note: null,
  disputeId: null,
  version: 1,
})

describe('the amount of an invoice', () => {
  const content = OfferContent.parse({ ...bathroomOffer, terms: '' })
  const agreement = { content, selections: defaultSelections(content) }

  it('equals the offer, by line and tax', () => {
    const { lines: items, totals } = billOf(agreement)
    const agreed = calculateOffer(content)
    expect(totals).toMatchObject({ total: 1_761_190, subtotal: 1_730_125, orderDiscount: 86_506, net: agreed.net })
    expect(totals.taxes).toEqual(agreed.taxes)
    expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe(agreed.subtotal - agreed.lineDiscounts)
  })

  it('includes later adjustments without changing taxes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50_000, max: 500_000 }), { maxLength: 10 }), (amounts) => {
        const before = billOf(agreement)
        const extras = amounts.map((amount) => ({ description: 'Valve', quantity: '1', unitAmount: amount, amount }))
        const { lines: items, totals } = withExtras(before, extras)
        const more = amounts.reduce((sum, amount) => sum + amount, 0)
        expect(totals.total).toBe(before.totals.total + more)
        expect(totals.net + totals.taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals.total)
        expect(totals.taxes.filter(({ rateBps }) => rateBps > 0)).toEqual(
          before.totals.taxes.filter(({ rateBps }) => rateBps > 0),
        )
        expect(items).toHaveLength(before.lines.length + amounts.length)
      }),
    )
  })
})

describe('the deposit of a reduced invoice', () => {
  it.each([
    { credited: 0, refunded: 0, unneeded: 0 },
    { credited: 70_000, refunded: 0, unneeded: 0 },
    { credited: 90_000, refunded: 0, unneeded: 20_000 },
    { credited: 20_000, refunded: 70_000, unneeded: 20_000 },
    { credited: 100_000, refunded: 0, unneeded: 30_000 },
  ])('is not needed as far as credits and refunds exceed the rest: $credited and $refunded', (sums) => {
    const invoice = { ...draft, total: 100_000, deposited: 30_000, ...sums }
    expect(rules.unneededDepositOf(invoice)).toBe(sums.unneeded)
  })
})

describe('an invoice', () => {
  it('covered by deposits is paid from the start', () => {
    const deposit = { invoiceId: 'inv_0', number: 'INV-2026-000000', amount: 100_000 }
    expect(issued({ deposits: [deposit] })).toMatchObject({ status: 'PAID', deposited: 100_000 })
    expect(issued({ deposits: [{ ...deposit, amount: 30_000 }] })).toMatchObject({ status: 'ISSUED' })
  })

  it('has the status that follows from its payments in any order', () => {
    const step = fc.record({
      amount: fc.integer({ min: 1, max: 60_000 }),
      becomes: fc.constantFrom('CONFIRMED' as const, 'REJECTED' as const, 'PENDING_CONFIRMATION' as const),
      isRefunded: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let invoice = issued()
        for (const { amount, becomes, isRefunded } of steps) {
          if (invoice.status === 'PAID' || invoice.status === 'VOID' || amount > rules.openOf(invoice)) continue
          const waiting = payment(amount, 'PENDING_CONFIRMATION')
          invoice = rules.withPaymentStatus(withPayment(invoice, waiting), facts)
          const decided = { ...waiting, status: becomes }
          invoice = rules.withPaymentStatus(withPayment(invoice, decided, waiting), facts)
          if (becomes === 'CONFIRMED' && isRefunded) {
            invoice = rules.withPaymentStatus(withPayment(invoice, { ...decided, status: 'REFUNDED' }, decided), facts)
          }
          const { paid, waiting: open, refunded, total, status } = invoice
          expect(paid + open + refunded).toBeLessThanOrEqual(total)
          expect(rules.dueOf(invoice)).toBe(total - paid - refunded)
          const expected =
            rules.dueOf(invoice) > 0 ? (paid > 0 ? 'PARTIALLY_PAID' : 'ISSUED') : paid > 0 ? 'PAID' : 'VOID'
          expect(status).toBe(expected)
        }
      }),
    )
  })

  it('is due at the same time of day, also when the clocks change before', () => {
    const inBerlin = { now: new Date('2026-10-23T22:30:00Z'), isDeducted: false, timeZone: 'Europe/Berlin' }
    // Issued at 00:30 on the 24th in summer time, due at 00:30 on the 31st in winter time.
    expect(issued({ context: inBerlin }).dueAt).toEqual(new Date('2026-10-30T23:30:00Z'))
  })

  it('is overdue after its due day, and not while contested', () => {
    // Due on the 9th: the day ends at midnight in the provider's time zone.
    const open = { ...issued(), dueAt: new Date('2026-03-09T11:00:00.000Z') }
    const isLate = (at: string, timeZone = 'Africa/Lagos') => rules.isOverdue(open, new Date(at), timeZone)
    expect(isLate('2026-03-09T11:00:00.001Z')).toBe(false)
    expect(isLate('2026-03-09T22:59:59.999Z')).toBe(false)
    expect(isLate('2026-03-09T23:00:00.000Z')).toBe(true)
    expect(isLate('2026-03-09T23:00:00.000Z', 'America/New_York')).toBe(false)
    expect(isLate('2026-03-10T04:00:00.000Z', 'America/New_York')).toBe(true)
    expect(isLate('2026-03-09T15:00:00.000Z', 'Asia/Tokyo')).toBe(true)
    expect(rules.isOverdue({ ...open, onHold: true }, new Date('2026-03-12T00:00:00.000Z'), 'UTC')).toBe(false)
  })

  it('is not reminded of while unconfirmed payments cover all that is due', () => {
    const context = { now, isDeducted: false }
    const reported = { ...issued(), waiting: 99_999 }
    expect(rules.allowedActions(reported, context)).toEqual(['remind', 'record-payment'])
    const covered = { ...issued(), waiting: 100_000 }
    expect(rules.allowedActions(covered, context)).toEqual([])
    expect(() => rules.assertAllowed(covered, 'remind', context)).toThrow('not possible while the invoice is issued')
  })

  it('whose deposit was deducted elsewhere cannot be voided', () => {
    expect(rules.allowedActions(issued(), { now, isDeducted: true })).toEqual(['remind', 'record-payment'])
    expect(() => rules.assertAllowed(issued(), 'void', { now, isDeducted: true })).toThrow(
      'not possible while the invoice is issued',
    )
  })
})

describe('the invoice PDF', () => {
  it('contains the work, the total and the amount due', () => {
    const money = (amount: number) => ({ amount, currency: 'NGN' })
    const invoice = {
      ...billOf({
        content: OfferContent.parse({ ...bathroomOffer, terms: '' }),
        selections: { lineIds: [], quantities: {} },
      }),
      id: 'inv_1',
      number: 'INV-2026-000002',
      status: 'PARTIALLY_PAID' as const,
      overdue: false,
      onHold: false,
      subject: { type: 'BOOKING' as const, id: 'bkg_1', label: 'BK-2026-000001' },
      customer: { id: 'cus_1', name: 'Chidi Okafor', avatar: null },
      title: 'New bathroom',
      total: money(1_761_190),
      due: money(732_833),
      issuedAt: now.toISOString(),
      dueAt: now.toISOString(),
      paidAt: null,
      version: 2,
      createdAt: now.toISOString(),
      bookingId: null,
      offerId: null,
      contractId: null,
      files: [],
      deposits: [{ invoiceId: 'inv_0', number: 'INV-2026-000001', amount: 528_357 }],
      paid: money(500_000),
      waiting: money(0),
      refunded: money(0),
      credits: [],
      note: '',
      dueInDays: 7,
      payments: [],
      creditNote: null,
    }
    const write = createDocumentText(invoicePdfMessages)('en')
    const printed = (rows: readonly PricedRow[]) =>
      rows.map((row) => writeRow(write, row)).map(({ text, amount }) => [text, amount])
    expect(printed(lines(invoice))).toEqual([
      ['Tiling × 3 days at ₦4,500', '₦13,500'],
      ['Tiles × 2.5 m² at ₦1,200.50', '₦3,001.25'],
      ['Travel × 1 trip', '₦800'],
    ])
    expect(printed(sumRows(invoice))).toEqual([
      ['Subtotal', '₦17,301.25'],
      ['Discount', '-₦865.06'],
      ['Total before tax', '₦16,436.19'],
      ['Plus 7.5% tax', '₦1,175.71'],
      ['Total', '₦17,611.90'],
      ['Deposit, invoice INV-2026-000001', '-₦5,283.57'],
      ['Paid', '-₦5,000'],
      ['Balance due', '₦7,328.33'],
    ])
    const draft = { ...invoice, status: 'DRAFT' as const, paid: money(0) }
    expect(printed(sumRows(draft)).slice(-2)).toEqual([
      ['Total', '₦17,611.90'],
      ['Deposit, invoice INV-2026-000001', '-₦5,283.57'],
    ])
    const factOf = (code: string, shown: typeof invoice, timeZone = 'Africa/Lagos') =>
      invoiceFacts(shown, 'Ada Obi', { locale: 'fr', timeZone }).find(({ label }) => label.code === code)?.value
    const issuedOn = (timeZone: string, issuedAt: string) =>
      factOf('invoice.issued', { ...invoice, issuedAt }, timeZone)
    const former = { ...invoice, customer: { ...invoice.customer, name: customerNameOf('') } }
    expect(factOf('document.customer', former)).toBe('Ancien client')
    expect(issuedOn('Africa/Lagos', '2026-03-01T23:30:00Z')).toEqual({ day: '2026-03-02' })
    expect(issuedOn('America/Los_Angeles', '2026-03-02T04:00:00Z')).toEqual({ day: '2026-03-01' })
  })
})
