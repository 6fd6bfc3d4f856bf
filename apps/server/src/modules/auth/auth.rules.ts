/** Limits of sign-up and sign-in. Pure. */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const VERIFICATION_TOKEN_VALID_FOR_MS = 30 * MINUTE_MS
export const LOGIN_WINDOW_MS = 15 * MINUTE_MS
export const LOGIN_TRIES_PER_ACCOUNT = 5
export const LOGIN_TRIES_PER_ADDRESS = 30
/** So many failures in a row disable the password until it is reset. */
export const LOGIN_TRIES_IN_A_ROW = 100
/** So many in a row on a device that signed in before make it a stranger. */
export const DEVICE_TRIES_IN_A_ROW = 20
/** How long a device is known to an account it signed in to. */
export const DEVICE_REMEMBERED_MS = 365 * DAY_MS
/** A device's token is replaced at each sign-in. The one before stays good for so long. */
export const REPLACED_TOKEN_VALID_FOR_MS = 10 * MINUTE_MS
/** A row of failures is forgotten when nobody tries for so long. */
export const ROW_REMEMBERED_MS = 365 * DAY_MS
/** Invite codes are short: nobody may try them all. */
export const LOOK_UPS_PER_ADDRESS = 60
export const LOOK_UP_WINDOW_MS = 60 * MINUTE_MS
/** What never proved its email is deleted after this long. */
export const PENDING_KEPT_MS = 7 * DAY_MS

/** Whole minutes until `end`, at least one. */
export const minutesUntil = (end: Date, now: Date): number =>
  Math.max(1, Math.ceil((end.getTime() - now.getTime()) / MINUTE_MS))

export const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address)
