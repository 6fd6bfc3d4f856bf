import type { BookingAction, BookingCard } from '@fettle/protocol/bookings'
import { nextStep } from './model.ts'
import { isSheet, type SheetName } from './sheet-names.ts'

type CardFields = Pick<BookingCard, 'allowedActions' | 'status' | 'startAt'>

/** What a card in a conversation offers, the main thing last; the rest is on the booking's own page. */
export function cardActions(card: CardFields, now: Date): BookingAction[] {
  const allows = (action: BookingAction) => card.allowedActions.includes(action)
  const step = nextStep(card, now)
  if (step === 'accept') return allows('decline') ? ['decline', 'accept'] : ['accept']
  // Its time is taken: another one is the better answer.
  if (step === 'decline') return allows('reschedule') ? ['decline', 'reschedule'] : ['decline']
  return step === 'message' || step === 'rebook' ? [] : [step]
}

/** Some things ask before they happen, in a sheet. */
export function sheetOf(action: BookingAction, card: Pick<BookingCard, 'asksStartCode'>): SheetName | undefined {
  if (action === 'start' && card.asksStartCode) return 'start-code'
  return action !== 'accept' && isSheet(action) ? action : undefined
}
