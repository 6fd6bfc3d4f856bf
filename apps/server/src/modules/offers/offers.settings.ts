/** What an operator may set about offers (domain §6, *cfg*), as shipped. */
interface OfferSettings {
  /** How long an acceptance may be taken back. */
  undoMinutes: number
  /** From this total on work needs a contract, by currency. */
  contractFrom: Readonly<Record<string, number>>
}

export const offerSettings: OfferSettings = { undoMinutes: 15, contractFrom: {} }
