// What stands further down, or only when something has happened: one file, a moment later.

export { BookingHistory } from './booking-history.tsx'
export { RefusalNotice } from './refusal-notice.tsx'
export { StateNotes } from './state-notes.tsx'
