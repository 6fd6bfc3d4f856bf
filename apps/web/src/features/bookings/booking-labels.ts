import type { BookingAction } from '@fettle/protocol/bookings'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BookingListView } from './list/booking-views.ts'
import type { BookingTab } from './list/booking-tabs.ts'

/** Labels and messages of bookings. */

const tabs: Record<BookingTab, MessageDescriptor> = {
  requests: msg`Requests`,
  upcoming: msg`Upcoming`,
  progress: msg`In progress`,
  confirm: msg`Awaiting confirmation`,
  past: msg`Past`,
}
export const tabLabel = (tab: BookingTab): string => i18n._(tabs[tab])

const viewLabels: Record<BookingListView, MessageDescriptor> = {
  list: msg`List`,
  day: msg`Day`,
  week: msg`Week`,
  month: msg`Month`,
  map: msg`Map`,
}
export const viewLabel = (view: BookingListView): string => i18n._(viewLabels[view])

const actions: Partial<Record<BookingAction, MessageDescriptor>> = {
  accept: msg`Accept without a time`,
  'send-offer': msg`Send an offer`,
  'start-travel': msg`Start travel`,
  arrive: msg`I've arrived`,
  start: msg`Start work`,
  pause: msg`Pause`,
  resume: msg`Resume work`,
  complete: msg`Complete`,
  reopen: msg`Reopen job`,
  late: msg`Running late`,
  reschedule: msg`Propose another time`,
  'contact-attempts': msg`Log contact attempt`,
  'report-no-show': msg`Report no-show`,
  rebook: msg`Book again`,
  'contest-cancellation': msg`Contest cancellation`,
  'contest-no-show': msg`Contest no-show`,
  withdraw: msg`Withdraw request`,
  cancel: msg`Cancel booking`,
}
export const actionLabel = (action: BookingAction): string => {
  const found = actions[action]
  return found ? i18n._(found) : action
}
