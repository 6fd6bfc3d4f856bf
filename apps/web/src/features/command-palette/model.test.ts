import { describe, expect, it } from 'vitest'
import { addressOf, isSearchKey, matches, optionAfter } from './model.ts'

const key = { key: 'k', altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

describe('the search', () => {
  it('opens with Ctrl or Cmd and K, and no other keys', () => {
    expect(isSearchKey({ ...key, ctrlKey: true })).toBe(true)
    expect(isSearchKey({ ...key, key: 'K', metaKey: true })).toBe(true)
    expect(isSearchKey(key)).toBe(false)
    expect(isSearchKey({ ...key, ctrlKey: true, shiftKey: true })).toBe(false)
    expect(isSearchKey({ ...key, ctrlKey: true, metaKey: true })).toBe(false)
  })

  it('links each kind of result', () => {
    const of = (kind: Parameters<typeof addressOf>[0]['kind']) => addressOf({ kind, id: 'x', cid: 'messaging:c1' })
    expect(of('CUSTOMER')).toBe('/customers/x')
    expect(of('BOOKING')).toBe('/bookings/x')
    expect(of('OFFER')).toBe('/offers/x')
    expect(of('CONTRACT')).toBe('/contracts/x')
    expect(of('INVOICE')).toBe('/invoices/x')
    expect(of('MESSAGE')).toBe('/messages?channel=c1&message=x')
    expect(of('ARTICLE')).toBe('/support/help/x')
  })

  it('finds actions by every word that was typed', () => {
    expect(matches('New booking', 'book ne')).toBe(true)
    expect(matches('New booking', 'book sent')).toBe(false)
  })

  it('moves through the options in a circle', () => {
    expect(optionAfter('ArrowDown', 2, 3)).toBe(0)
    expect(optionAfter('ArrowUp', 0, 3)).toBe(2)
    expect(optionAfter('Enter', 0, 3)).toBeUndefined()
    expect(optionAfter('ArrowDown', 0, 0)).toBeUndefined()
  })
})
