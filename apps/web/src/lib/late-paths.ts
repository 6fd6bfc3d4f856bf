// Addresses that only what is fetched later leads to. All others are in `app/paths.ts`, which every first page brings along.

export const NOTIFICATIONS_PATH = '/notifications'

export const CHECKLISTS_PATH = '/bookings/checklists'

export const seriesPath = (id: string): string => `/bookings/series/${encodeURIComponent(id)}`
