import type { BookingSummary } from '@fettle/protocol/bookings'
import { i18n, type Messages } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bookingText } from './booking-panels.tsx'

const catalogues = import.meta.glob<{ messages: Messages }>(
  '../../../../../../packages/i18n/locales/{ar,fr}/{chat,sign-in}.po',
)
async function use(locale: 'ar' | 'fr') {
  for (const [path, load] of Object.entries(catalogues)) {
    if (path.includes(`/${locale}/`)) i18n.load(locale, (await load()).messages)
  }
  i18n.activate(locale)
}

const booking = {
  title: 'Roof',
  reference: 'B-12',
  startAt: '2026-11-25T09:00:00Z',
  endAt: '2026-11-25T11:00:00Z',
  timeZone: 'UTC',
} as BookingSummary

beforeEach(() => void vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']))
afterEach(() => i18n.activate('en'))

describe('the text about a booking', () => {
  it('has the day and the times', () => {
    expect(bookingText(booking)).toMatch(/^Roof \(B-12\): Wednesday,? 25 November 2026, 09:00–11:00$/)
    expect(bookingText({ ...booking, endAt: null })).toMatch(/^Roof \(B-12\): Wednesday,? 25 November 2026$/)
    expect(bookingText({ ...booking, startAt: null })).toBe('Roof (B-12)')
  })

  it('has the punctuation of the language', async () => {
    await use('fr')
    expect(bookingText(booking)).toBe('Roof (B-12)\u00A0: mercredi 25 novembre 2026, 09:00–11:00')
    await use('ar')
    expect(bookingText(booking)).toContain('2026، ')
  })
})
