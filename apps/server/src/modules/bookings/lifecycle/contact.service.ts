import type { Received } from '@fettle/protocol'
import type { addContactAttempt } from '@fettle/protocol/bookings/actions'
import type { ContactAttempt } from '@fettle/protocol/bookings'
import type { patchMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import { effectiveTimeOf } from '../../../platform/workflow/effective-time.ts'
import { bookingWorkflow, type BookingDeps, type LazyBookingView } from '../booking.workflow.ts'
import { lockOwnBooking } from '../booking.access.ts'
import { appendBookingEvent } from '../booking.effects.ts'
import { loadDecisionContext } from './decision-context.service.ts'
import { assertAllowed } from '../booking.rules.ts'
import { insertAttempt } from './contact.store.ts'

/** Records an attempt to contact the customer, as evidence for a no-show report. */
export function addAttempt(
  deps: BookingDeps,
  party: ActingPerson,
  id: string,
  { method, occurredAt }: Received<typeof addContactAttempt>['body'],
): Promise<ContactAttempt> {
  return deps.db.transaction(async (tx) => {
    const booking = await lockOwnBooking(tx, party, id)
    assertAllowed(booking, 'contact-attempts', await loadDecisionContext(deps, tx, booking, party.role))
    const at = effectiveTimeOf(occurredAt, deps.clock.now())
    const attempt = { id: deps.ids.next('cta'), method, at }
    await insertAttempt(tx, id, attempt)
    await appendBookingEvent(deps, tx, party, booking, {
      type: 'booking.contact_attempted',
      data: { method },
      occurredAt: at,
    })
    return { ...attempt, at: at.toISOString() }
  })
}

type Notes = Omit<Received<typeof patchMarketplaceBooking>['body'], 'customerId'>

/** Updates the customer's site notes. Absent fields stay. */
export function editSite(deps: BookingDeps, party: ActingPerson, id: string, notes: Notes): Promise<LazyBookingView> {
  const changes = Object.fromEntries(Object.entries(notes).filter(([, value]) => value !== undefined))
  return bookingWorkflow.runForView(deps, party, id, {
    isDone: ({ location }) =>
      Object.entries(changes).every(([key, value]) => (location as Record<string, unknown>)[key] === value),
    decide(booking, context) {
      assertAllowed(booking, 'edit-site', context)
      return { ...bumpVersion(booking, context.now), location: { ...booking.location, ...changes } }
    },
    describeEffects: () => ({ event: 'booking.site_changed', data: { fields: Object.keys(changes) } }),
  })
}
