import { paths } from './paths.ts'

export interface NewTicket {
  category?: string
  /** Related record: `BOOKING:bkg_…`. */
  about?: string
  /** Id of the closed ticket it follows up. */
  followsUp?: string
}

/** Address of the new ticket form, with prefilled values. */
export const newTicketPath = (prefilled: NewTicket): string =>
  `${paths.newTicket}?${new URLSearchParams({ ...prefilled })}`
