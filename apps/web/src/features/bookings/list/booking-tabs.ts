import type { BookingStatus, BookingSummary } from '@fettle/protocol/bookings'

export const bookingTabs = ['requests', 'upcoming', 'progress', 'confirm', 'past'] as const

export type BookingTab = (typeof bookingTabs)[number]

/** Each status belongs to one tab. */
export const statusesOf: Record<BookingTab, readonly BookingStatus[]> = {
  requests: ['REQUESTED'],
  upcoming: ['CONFIRMED'],
  progress: ['EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED'],
  confirm: ['AWAITING_CONFIRMATION', 'DISPUTED'],
  past: ['COMPLETED', 'CANCELLED', 'NO_SHOW', 'DECLINED', 'EXPIRED'],
}

/** Tab of a booking. */
export const tabOf = ({ status }: Pick<BookingSummary, 'status'>): BookingTab =>
  bookingTabs.find((tab) => statusesOf[tab].includes(status)) ?? 'past'

export const readTab = (value: string | null): BookingTab => bookingTabs.find((tab) => tab === value) ?? 'requests'

/** Number of bookings under each tab, as far as known. */
export function countsOf(counts: Readonly<Record<string, number>> | undefined): Record<BookingTab, number | undefined> {
  const sum = (tab: BookingTab) => counts && statusesOf[tab].reduce((all, status) => all + (counts[status] ?? 0), 0)
  return {
    requests: sum('requests'),
    upcoming: sum('upcoming'),
    progress: sum('progress'),
    confirm: sum('confirm'),
    past: sum('past'),
  }
}
