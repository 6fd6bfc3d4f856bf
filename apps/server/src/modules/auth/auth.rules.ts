/** Limits of sign-up and sign-in (domain §2). Pure. */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export const VERIFICATION_TOKEN_VALID_FOR = 30 * MINUTE
export const LOGIN_WINDOW = 15 * MINUTE
export const LOGIN_TRIES_PER_ACCOUNT = 5
export const LOGIN_TRIES_PER_ADDRESS = 30
/** So many failures in a row disable the password until it is reset. */
export const LOGIN_TRIES_IN_A_ROW = 100
/** So many in a row on a device that signed in before make it a stranger. */
export const DEVICE_TRIES_IN_A_ROW = 20
/** How long a device is known to an account it signed in to. */
export const DEVICE_REMEMBERED = 365 * DAY
/** A device's token is replaced at each sign-in. The one before stays good for so long. */
export const REPLACED_TOKEN_VALID_FOR = 10 * MINUTE
/** A row of failures is forgotten when nobody tries for so long. */
export const ROW_REMEMBERED = 365 * DAY
/** Invite codes are short: nobody may try them all. */
export const LOOK_UPS_PER_ADDRESS = 60
export const LOOK_UP_WINDOW = 60 * MINUTE
/** What never proved its email is deleted after this long. */
export const PENDING_KEPT = 7 * DAY

/** Whole minutes until `end`, at least one. */
export const minutesUntil = (end: Date, now: Date): number =>
  Math.max(1, Math.ceil((end.getTime() - now.getTime()) / MINUTE))

export const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address)
