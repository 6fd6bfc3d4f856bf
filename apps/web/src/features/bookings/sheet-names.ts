/** Sheets of a booking; each loads when it is opened. */
export const sheetNames = [
  'decline',
  'complete',
  'pause',
  'start-code',
  'reschedule',
  'late',
  'cancel',
  'report-no-show',
  'reopen',
  'rebook',
  'contact-attempts',
  'contest-cancellation',
  'contest-no-show',
  'adjust',
  'repeat',
  'series',
] as const
export type BookingSheetName = (typeof sheetNames)[number]
export const isSheet = (name: string | null): name is BookingSheetName =>
  sheetNames.some((sheetName) => sheetName === name)
