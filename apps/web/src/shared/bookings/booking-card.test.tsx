import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { activateLocale } from '../../lib/i18n/i18n.ts'
import { bookingFixture } from '../../testing/booking.fixture.ts'
import { sendPendingActions, withUndo } from '../../ui/feedback/undo.ts'
import { BookingCard } from './booking-card.tsx'
import { setUpScreen } from '../../testing/screen.tsx'
import { ConflictName } from './conflict-name.tsx'

const now = new Date('2026-11-24T12:00:00Z')
const { draw, text } = setUpScreen()

afterEach(async () => {
  await act(async () => {
    sendPendingActions()
  })
})

it('neither counts down nor is new while its answer can be undone', async () => {
  const booking = bookingFixture({ respondBy: new Date(Date.now() + 86_400_000).toISOString() })
  await draw(<BookingCard booking={booking} now={now} unseen />)
  expect(text()).toMatch(/New:.* left/)
  await act(async () => {
    void withUndo(
      { subject: booking.id, shown: 'CONFIRMED', title: 'Booking accepted', failed: '' },
      async () => undefined,
    )
  })
  expect(text()).not.toMatch(/New:| left/)
})

it('says that an offer was sent for a request that awaits the customer', async () => {
  await draw(<BookingCard booking={bookingFixture({ status: 'REQUESTED', respondBy: null })} now={now} />)
  expect(text()).toContain('Offer sent')
  expect(text()).not.toContain('Requested')
})

it('joins day and time, and a conflict and its customer, as the language does', async () => {
  await activateLocale('ar')
  const conflict = { kind: 'OFFER' as const, id: 'off_1', title: 'سباكة', customerName: 'عمر', bookingId: 'bkg_1' }
  await draw(
    <>
      <BookingCard booking={bookingFixture()} now={now} />
      <ConflictName conflict={conflict} />
    </>,
  )
  expect(text()).toContain('غدًا، ')
  expect(text()).toContain('سباكة، عمر')
})
