import { paths } from './paths.ts'

export interface NewTicket {
  category?: string
  /** What it is about: `BOOKING:bkg_…`. */
  about?: string
  /** The closed ticket it goes on from. */
  followsUp?: string
}

/** Where a question to support is begun, with what is known of it already. */
export const newTicketPath = (given: NewTicket): string => `${paths.newTicket}?${new URLSearchParams({ ...given })}`
