import type { BookingAction, BookingCard } from '@fettle/protocol/bookings'
import { nextStep } from '../next-step.ts'
import { isSheet, type BookingSheetName } from '../sheet-names.ts'

type CardFields = Pick<BookingCard, 'allowedActions' | 'status' | 'startAt'>

/** Actions of a booking card, the primary one last; other actions are on the booking's page. */
export function cardActions(card: CardFields, now: Date): BookingAction[] {
  const allows = (action: BookingAction) => card.allowedActions.includes(action)
  const step = nextStep(card, now)
  if (step === 'accept') return allows('decline') ? ['decline', 'accept'] : ['accept']
  // The slot is taken: suggest another time.
  if (step === 'decline') return allows('reschedule') ? ['decline', 'reschedule'] : ['decline']
  // Without a time, the request is answered with one.
  if (step === 'reschedule' && allows('decline')) return ['decline', 'reschedule']
  return step === 'message' || step === 'rebook' ? [] : [step]
}

/** Returns the sheet an action opens before it runs, if any. */
export function sheetOf(action: BookingAction, card: Pick<BookingCard, 'asksStartCode'>): BookingSheetName | undefined {
  if (action === 'start' && card.asksStartCode) return 'start-code'
  return action !== 'accept' && isSheet(action) ? action : undefined
}
