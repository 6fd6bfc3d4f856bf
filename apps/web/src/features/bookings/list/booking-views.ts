/** Views of the list. */
export const bookingViews = ['list', 'day', 'week', 'month', 'map'] as const

export type BookingListView = (typeof bookingViews)[number]

export const readView = (value: string | null): BookingListView => bookingViews.find((view) => view === value) ?? 'list'
