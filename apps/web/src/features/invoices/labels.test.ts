import type { InvoiceSummary } from '@fettle/protocol/invoices/invoices'
import { describe, expect, it } from 'vitest'
import { aboutPath, quantityText, stateOf } from './labels.ts'

const invoice = (over: Partial<InvoiceSummary>) =>
  ({ status: 'ISSUED', overdue: false, onHold: false, ...over }) as InvoiceSummary

describe('an invoice', () => {
  it('shows overdue or contested before its status', () => {
    expect(stateOf(invoice({}))).toBe('ISSUED')
    expect(stateOf(invoice({ status: 'PARTIALLY_PAID', overdue: true }))).toBe('OVERDUE')
    expect(stateOf(invoice({ overdue: true, onHold: true }))).toBe('ON_HOLD')
    expect(stateOf(invoice({ status: 'VOID', onHold: true }))).toBe('VOID')
  })

  it('links to the booking, then the contract, then the offer', () => {
    const nothing = { bookingId: null, offerId: null, contractId: null }
    expect(aboutPath({ ...nothing, bookingId: 'bkg_1', offerId: 'off_1' })).toBe('/bookings/bkg_1')
    expect(aboutPath({ ...nothing, contractId: 'ctr_1', offerId: 'off_1' })).toBe('/contracts/ctr_1')
    expect(aboutPath({ ...nothing, offerId: 'off_1' })).toBe('/offers/off_1')
    expect(aboutPath(nothing)).toBeUndefined()
  })

  it('shows quantities other than one', () => {
    expect(quantityText({ quantity: '1', unit: 'LUMP_SUM' })).toBe('')
    expect(quantityText({ quantity: '2', unit: 'ITEM' })).toBe('× 2')
    expect(quantityText({ quantity: '1', unit: 'M2' })).toBe('× 1 m²')
    expect(quantityText({ quantity: '1', unit: 'DAY' })).toBe('× 1 day')
    expect(quantityText({ quantity: '2.5', unit: 'DAY' })).toBe('× 2.5 days')
    expect(quantityText({ quantity: '1', unit: 'TRIP' })).toBe('× 1 trip')
  })
})
