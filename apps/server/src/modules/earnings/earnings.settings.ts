/** What a company may want otherwise (domain §9, cfg). */
export const earningsSettings = {
  /** What the platform keeps of a provider's work, in basis points. */
  platformFeeBps: 1_000,
  /** Days until the money for completed work can be paid out. */
  clearingDays: 3,
  /** The smallest payout, in minor units of currencies with two decimals; see `smallestPayout`. */
  smallestPayout: 100_000,
  /** Hours without payouts after the bank details changed (domain §2). */
  bankCooldownHours: 72,
  /** Working days a bank takes. */
  payoutWorkingDays: 2,
} as const
