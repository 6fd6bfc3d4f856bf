/**
 * Every refusal the API can give, with its HTTP status and its English sentence (domain §17).
 * `{name}` is filled from the error's details; wording for other languages lives under the same key.
 */
export const errorCatalogue = {
  BAD_REQUEST: { status: 400, message: 'The request could not be read.' },
  IDEMPOTENCY_KEY_REQUIRED: { status: 400, message: 'Send an Idempotency-Key header with every write.' },
  UNAUTHENTICATED: { status: 401, message: 'Please log in again.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Incorrect email, phone or password.' },
  GOOGLE_LOGIN_FAILED: { status: 401, message: 'Google login failed' },
  STEP_UP_REQUIRED: { status: 401, message: "Confirm it's you to continue." },
  FORBIDDEN: { status: 403, message: "You can't do this." },
  ACCOUNT_UNVERIFIED: { status: 403, message: 'Please verify your account' },
  ONBOARDING_REQUIRED: { status: 403, message: 'Finish setting up your account first.' },
  NOT_FOUND: { status: 404, message: "We couldn't find that {thing}." },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists. Log in instead.' },
  PHONE_TAKEN: { status: 409, message: 'An account with this phone number already exists. Log in instead.' },
  ALREADY_MEMBER: { status: 409, message: 'This person already has an account.' },
  ACCOUNT_IN_USE: { status: 409, message: 'Finish or cancel these first: {list}.' },
  REMINDER_LIMIT: { status: 409, message: 'You can remind somebody {limit} times at most.' },
  INVALID_TRANSITION: { status: 409, message: 'A {from} {thing} cannot be {verb}.' },
  VERSION_CONFLICT: {
    status: 409,
    message: 'This {thing} changed while you were editing. Review the latest version and try again.',
  },
  DOCUMENT_DUPLICATE: { status: 409, message: 'You already uploaded this file.' },
  DOCUMENT_LIMIT: { status: 409, message: 'You can keep {limit} of these at a time. Withdraw one first.' },
  PHOTO_LIMIT: { status: 409, message: 'A booking can have {limit} photos. Delete one first.' },
  TEMPLATE_LIMIT: { status: 409, message: 'You can keep {limit} templates. Delete one first.' },
  TIMER_RUNNING: { status: 409, message: 'A timer is already running on this job. Stop it first.' },
  BOOKING_TOO_EARLY: { status: 409, message: 'You can start travelling from {time}.' },
  NO_SHOW_TOO_EARLY: { status: 409, message: 'Wait until {time} before reporting a no-show.' },
  CONTACT_REQUIRED: { status: 409, message: 'Contact the customer first.' },
  FEE_CHANGED: { status: 409, message: 'The cancellation terms changed. Review them again.' },
  CONTEST_CLOSED: { status: 409, message: 'This can be contested for {days} days, by the side it counts against.' },
  LATE_LIMIT: { status: 409, message: 'You can report a delay {limit} times. Talk to the customer.' },
  FIX_LIMIT: { status: 409, message: 'A fix was asked for {limit} times. Open a dispute instead.' },
  PROPOSAL_PENDING: { status: 409, message: 'Your last proposal is still waiting for an answer. Withdraw it first.' },
  RESCHEDULE_LIMIT: {
    status: 409,
    message: 'This booking was moved {limit} times. Cancel it or talk to the customer.',
  },
  ADJUSTMENT_PENDING: {
    status: 409,
    message: 'An extra-work request is still waiting for an answer. Wait for it or withdraw it first.',
  },
  ADJUSTMENT_REQUIRED: {
    status: 409,
    message: 'The time is over the estimate. Send an extra-work request first.',
  },
  BOOKINGS_AFFECTED: {
    status: 409,
    message: '{n} bookings fall outside the new hours. Choose what to do with them.',
  },
  ACKNOWLEDGE_REQUIRED: { status: 409, message: 'Look at this first, then confirm: {list}' },
  TIME_OFF_LIMIT: { status: 409, message: 'You can keep {limit} times off. Delete one first.' },
  CALENDAR_LIMIT: { status: 409, message: 'You can add {limit} calendars. Remove one first.' },
  SERIES_CONFLICT: { status: 409, message: '{n} of {total} visits are not free. Choose what to do with them.' },
  SLOT_CONFLICT: { status: 409, message: 'This overlaps {reference} ({from}–{to}).' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, message: 'A request with this Idempotency-Key is still running.' },
  REQUEST_EXPIRED: { status: 410, message: 'This request has expired.' },
  PROPOSAL_EXPIRED: { status: 410, message: 'This proposal has expired.' },
  OTP_EXPIRED: { status: 410, message: 'This code has expired. Request a new one.' },
  FILE_TOO_LARGE: { status: 413, message: 'The file is larger than {megabytes} MB.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is larger than {megabytes} MB.' },
  FILE_TYPE_NOT_ALLOWED: { status: 415, message: 'Use one of: {list}.' },
  FILE_UNREADABLE: {
    status: 422,
    message: 'We could not read this file. Try another photo or export it again.',
  },
  FILE_INFECTED: { status: 422, message: 'This file was blocked by our security scan.' },
  VALIDATION_FAILED: { status: 422, message: 'Please check the following fields:' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used for another request.' },
  CHECKLIST_INCOMPLETE: { status: 422, message: 'Finish {n} required checklist items first.' },
  START_CODE_WRONG: { status: 422, message: 'That start code is not right.' },
  PHOTOS_REQUIRED: { status: 422, message: 'Add {n} photos of the finished work first.' },
  PASSWORD_INCORRECT: { status: 422, message: 'That password is not right.' },
  SELF_REFERRAL: { status: 422, message: 'You cannot invite yourself.' },
  ROLE_UNSUPPORTED: { status: 422, message: 'Unsupported role.' },
  ONBOARDING_INCOMPLETE: { status: 422, message: 'Complete these steps first: {list}.' },
  OTP_INVALID: { status: 422, message: 'That code is not right. {tries} tries left.' },
  OTP_ATTEMPTS_EXCEEDED: { status: 429, message: 'Too many wrong codes. Request a new one.' },
  OTP_RESEND_LIMIT: { status: 429, message: 'Please wait {seconds} seconds before asking for another code.' },
  INVITE_LIMIT: { status: 429, message: 'You can invite {limit} people a day. Try again tomorrow.' },
  LOGIN_THROTTLED: {
    status: 429,
    message: 'Too many attempts. Try again in {minutes} minutes or reset your password.',
  },
  PASSWORD_DISABLED: { status: 429, message: 'Too many attempts. Reset your password to log in again.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Try again in {seconds} seconds.' },
  INTERNAL: { status: 500, message: 'Server error occurred. Please try again' },
  MAINTENANCE: { status: 503, message: "We're updating the service. Try again shortly." },
} as const

export type ErrorCode = keyof typeof errorCatalogue

/** The sentence of a code with its `{names}` filled from `details`. Unknown names stay as they are. */
export function errorMessage(code: ErrorCode, details: Record<string, unknown> = {}): string {
  return errorCatalogue[code].message.replace(/\{(\w+)\}/g, (whole, name: string) =>
    details[name] === undefined ? whole : String(details[name]),
  )
}
