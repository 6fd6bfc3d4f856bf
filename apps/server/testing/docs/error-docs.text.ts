import type { IssueCode } from '@fettle/protocol/core/envelope'
import type { ErrorCode } from '@fettle/protocol/core/errors'

/** Why an error is answered, and what its caller does about it. */
interface ErrorHelp {
  cause: string
  remedy: string
}

/** Help for every error code, in Markdown. */
export const errorHelp: Readonly<Record<ErrorCode, ErrorHelp>> = {
  BAD_REQUEST: {
    cause: 'The body is not JSON or not multipart, or `If-Match` and `version` contradict each other.',
    remedy: 'Check the content type, the JSON and the headers.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    cause: 'A write of the marketplace API has no `Idempotency-Key`.',
    remedy: 'Send a new key for each intended write, and the same key when you repeat it.',
  },
  UNAUTHENTICATED: {
    cause: 'The token, the session or the API key is missing, ended or revoked.',
    remedy: 'Log in again. With an API key, check the `Authorization` header.',
  },
  INVALID_CREDENTIALS: {
    cause: 'The password is wrong, or there is no such account. The answer does not say which.',
    remedy: 'Correct the entry, or reset the password.',
  },
  GOOGLE_LOGIN_FAILED: {
    cause: 'Google did not confirm the person, or the confirmation is too old.',
    remedy: 'Start the login with Google again.',
  },
  SECOND_FACTOR_REQUIRED: {
    cause: 'The password is right and the account has a second factor.',
    remedy: 'Complete the login with a method that `data` lists.',
  },
  STEP_UP_REQUIRED: {
    cause: 'The action is sensitive and the session has not confirmed the person recently.',
    remedy: 'Confirm with a password, code or passkey, then repeat the request.',
  },
  SECOND_FACTOR_SETUP_REQUIRED: {
    cause: 'The operator requires a second factor, and the account has none.',
    remedy: 'Add a passkey or an authenticator app in Profile, Security.',
  },
  FORBIDDEN: {
    cause: 'The role, the party or the API key may not do this.',
    remedy: 'Use an account or a key with the right role, scope and address.',
  },
  ACCOUNT_SUSPENDED: {
    cause: 'Support suspended the account until the date in the message.',
    remedy: 'Wait for the date, or open a support ticket.',
  },
  ACCOUNT_UNVERIFIED: {
    cause: 'The code sent by email or SMS was not entered yet.',
    remedy: 'Verify the account with the code.',
  },
  ONBOARDING_REQUIRED: {
    cause: 'The provider has not completed onboarding.',
    remedy: 'Complete the steps that the profile lists.',
  },
  PAYOUT_BANK_REQUIRED: { cause: 'Payouts need a bank account.', remedy: 'Add it in the profile.' },
  PAYOUT_VERIFICATION_REQUIRED: {
    cause: 'Payouts need an approved identity document.',
    remedy: 'Upload a document and wait for its approval.',
  },
  VERIFICATION_REQUIRED: {
    cause: 'A contract needs an approved identity document of its provider.',
    remedy: 'Upload a document and wait for its approval.',
  },
  PAYOUT_COOLDOWN: {
    cause: 'The bank details changed recently.',
    remedy: 'Request the payout on the date in the message.',
  },
  PAYOUT_NAME_MISMATCH: {
    cause: "The account holder's name differs from the name of the profile.",
    remedy: 'Correct the bank details or the profile.',
  },
  NOT_FOUND: {
    cause: 'There is no such object, or it belongs to somebody else. The answer does not say which.',
    remedy: 'Check the id and whose object it is.',
  },
  EMAIL_TAKEN: { cause: 'Another account uses the email address.', remedy: 'Log in with it, or use another address.' },
  PHONE_TAKEN: { cause: 'Another account uses the phone number.', remedy: 'Log in with it, or use another number.' },
  ALREADY_MEMBER: { cause: 'The invited person already has an account.', remedy: 'Nothing to do.' },
  ACCOUNT_IN_USE: {
    cause: 'Bookings, contracts, payouts or other work of the account are still open.',
    remedy: 'Finish or cancel what the message lists.',
  },
  REMINDER_LIMIT: { cause: 'The limit of reminders has been reached.', remedy: 'Contact the person in another way.' },
  INVALID_TRANSITION: {
    cause:
      "The object's state does not allow the action. `details.from` is the state and `details.allowed` the actions it allows.",
    remedy: 'Read the object again and offer its `allowedActions`.',
  },
  VERSION_CONFLICT: {
    cause: 'The object changed since the version that was sent in `version` or `If-Match`.',
    remedy: 'Read it again, apply the change to the current version, then repeat.',
  },
  DOCUMENT_DUPLICATE: { cause: 'A file with the same content was uploaded before.', remedy: 'Use the uploaded file.' },
  DOCUMENT_LIMIT: { cause: 'The limit of files of this type has been reached.', remedy: 'Withdraw a file first.' },
  PHOTO_LIMIT: { cause: 'The booking or offer has its largest number of photos.', remedy: 'Delete a photo first.' },
  TEMPLATE_LIMIT: { cause: 'The provider has the largest number of templates.', remedy: 'Delete a template first.' },
  QUICK_REPLY_LIMIT: {
    cause: 'The provider has the largest number of quick replies.',
    remedy: 'Delete a quick reply first.',
  },
  SHORTCUT_TAKEN: { cause: 'Another quick reply has the same shortcut.', remedy: 'Choose another shortcut.' },
  TIMER_RUNNING: { cause: 'A timer of the job is running.', remedy: 'Stop the timer first.' },
  JOB_IN_PROGRESS: {
    cause: 'Another job of the provider is in progress.',
    remedy: 'Pause it, or repeat the request with the choice to keep it running.',
  },
  BOOKING_TOO_EARLY: {
    cause: 'The appointment is too far ahead for the action.',
    remedy: 'Wait until the time in the message.',
  },
  NO_SHOW_TOO_EARLY: {
    cause: 'The waiting time for a no-show has not passed.',
    remedy: 'Wait until the time in the message.',
  },
  CONTACT_REQUIRED: {
    cause: 'The provider must try to reach the customer before the report.',
    remedy: 'Record a call or message, then report again.',
  },
  FEE_CHANGED: {
    cause:
      'The cancellation costs something else than the preview that was confirmed, or no fees of a series were confirmed yet. `details.preview` contains the current terms.',
    remedy: 'Show the current terms, then send their hash.',
  },
  CONTEST_CLOSED: {
    cause: 'The period to contest has passed, or the other side is concerned.',
    remedy: 'Open a support ticket.',
  },
  LATE_LIMIT: {
    cause: 'The limit of delay reports has been reached.',
    remedy: 'Talk to the customer, or propose another time.',
  },
  FIX_LIMIT: { cause: 'The limit of requested fixes has been reached.', remedy: 'Open a dispute.' },
  PROPOSAL_PENDING: {
    cause: 'An earlier proposal of the same side waits for an answer.',
    remedy: 'Wait for the answer, or withdraw the proposal.',
  },
  RESCHEDULE_LIMIT: {
    cause: 'The booking was moved as often as is allowed.',
    remedy: 'Cancel the booking and make a new one.',
  },
  ADJUSTMENT_PENDING: {
    cause: 'An earlier extra-work request waits for an answer.',
    remedy: 'Wait for the answer, or withdraw the request.',
  },
  ADJUSTMENT_REQUIRED: {
    cause: 'The work took longer than agreed, and no extra work was approved.',
    remedy: 'Send an extra-work request, or complete with the agreed time.',
  },
  BOOKINGS_AFFECTED: {
    cause: 'Bookings fall outside the new hours. `details.bookings` lists them.',
    remedy: 'Repeat the request with a choice for these bookings.',
  },
  ACKNOWLEDGE_REQUIRED: {
    cause: 'Something about the time needs a confirmation, for example a short way to the next job.',
    remedy: 'Show the list in the message, then repeat the request with the confirmation.',
  },
  TIME_OFF_LIMIT: { cause: 'The limit of periods of time off has been reached.', remedy: 'Delete one first.' },
  CALENDAR_LIMIT: { cause: 'The limit of external calendars has been reached.', remedy: 'Remove one first.' },
  SERIES_CONFLICT: {
    cause: 'Some visits of the series are at times that are not available. `details.occurrences` lists all visits.',
    remedy: 'Repeat the request with a choice for these visits.',
  },
  SLOT_CONFLICT: { cause: 'The time overlaps another booking or a hold.', remedy: 'Choose one of the free times.' },
  REVISION_SUPERSEDED: {
    cause: 'The offer has a newer revision than the answered one.',
    remedy: 'Read the newest revision and answer that.',
  },
  NOTHING_CHANGED: { cause: 'The draft equals the sent revision.', remedy: 'Change the draft before you send it.' },
  EXTENSION_LIMIT: { cause: 'The offer was extended as often as is allowed.', remedy: 'Send a new revision.' },
  REMINDER_TOO_SOON: {
    cause: 'The last reminder was sent too recently.',
    remedy: 'Wait until the time in the message.',
  },
  UNDO_CLOSED: { cause: 'The period to undo the acceptance has passed.', remedy: 'Cancel the booking.' },
  CONTRACT_REQUIRED: {
    cause: "The offer's work may be booked only after a contract is signed.",
    remedy: 'Make the contract and have it signed.',
  },
  CONTRACT_EXISTS: { cause: 'The offer already has a contract.', remedy: 'Use the contract named in the message.' },
  VERSION_SUPERSEDED: {
    cause: 'The contract has a newer version than the answered one.',
    remedy: 'Read the newest version and answer that.',
  },
  READ_REQUIRED: {
    cause: 'The contract was not opened to its end before it was signed.',
    remedy: 'Read it to the end, then sign.',
  },
  AMENDMENT_OUTDATED: {
    cause: 'The contract changed after the change order was written.',
    remedy: 'Withdraw the change order and write a new one.',
  },
  MILESTONE_DISPUTED: {
    cause: 'A milestone of the contract is in dispute.',
    remedy: 'Settle or withdraw that dispute first.',
  },
  TERMINATION_PENDING: {
    cause: 'A proposal to end the contract waits for an answer.',
    remedy: 'Answer or withdraw it first.',
  },
  MILESTONE_ORDER: {
    cause: 'An earlier milestone is not finished.',
    remedy: 'Finish the milestone named in the message first.',
  },
  CHANGES_LIMIT: { cause: 'The limit of requested changes has been reached.', remedy: 'Open a dispute.' },
  COOLING_OFF_OVER: {
    cause: 'The period to withdraw from the contract has passed.',
    remedy: 'Propose to end the contract.',
  },
  PRICE_BOOK_LIMIT: { cause: 'The price book has its largest number of items.', remedy: 'Delete an item first.' },
  PRICE_BOOK_DUPLICATE: {
    cause: 'The price book has an item with this name.',
    remedy: 'Change that item, or choose another name.',
  },
  NOT_REVIEWABLE: {
    cause: 'The work is not completed, and nobody missed an appointment.',
    remedy: 'Review it after completion.',
  },
  REVIEW_CLOSED: { cause: 'The period to review has passed.', remedy: 'Nothing to do.' },
  REVIEW_EXISTS: { cause: 'This side has reviewed the work.', remedy: 'Edit the review while that is allowed.' },
  REVIEW_PHOTO_LIMIT: { cause: 'The review has its largest number of photos.', remedy: 'Delete a photo first.' },
  REVIEW_ASKED: { cause: 'The customer was asked and reminded once.', remedy: 'Nothing to do.' },
  REPLY_CLOSED: { cause: 'The period to edit the reply has passed.', remedy: 'Nothing to do.' },
  REVIEW_CONTEST_CLOSED: {
    cause: 'The review was contested before, or the period has passed.',
    remedy: 'Open a support ticket.',
  },
  NOT_BILLABLE: {
    cause: 'The work is not done or has no price yet, or nothing of it is left to invoice.',
    remedy: 'Complete the work or record its price first. What ended or was refunded cannot be invoiced.',
  },
  DISPUTE_CLOSED: { cause: 'The period to dispute has passed.', remedy: 'Open a support ticket.' },
  DISPUTE_EXISTS: { cause: 'There is a dispute about the same work.', remedy: 'Continue in that dispute.' },
  EVIDENCE_LIMIT: {
    cause: 'The side has added its largest number of files.',
    remedy: 'Describe the rest in a message.',
  },
  PROPOSAL_LIMIT: {
    cause: 'The side has made its largest number of proposals.',
    remedy: "Answer the other side's proposal, or wait for the decision.",
  },
  PROPOSAL_CLOSED: { cause: 'The proposal was answered, withdrawn or has expired.', remedy: 'Read the dispute again.' },
  APPEAL_CLOSED: { cause: 'The period to appeal has passed.', remedy: 'Nothing to do: the decision is final.' },
  DEPOSIT_PAID: {
    cause: 'The deposit is paid, so the action would lose money.',
    remedy: 'Cancel instead. The deposit is refunded.',
  },
  TICKET_SIMILAR: {
    cause: 'An open ticket is about the same subject. `details.ticket` contains it.',
    remedy: 'Add to that ticket, or repeat the request with the choice of a new one.',
  },
  TICKET_CLOSED: { cause: 'The ticket is closed.', remedy: 'Open a new ticket. It links to the closed one.' },
  FAQ_SLUG_TAKEN: { cause: 'Another help article has this name in its address.', remedy: 'Choose another name.' },
  PAYOUT_OPEN: { cause: 'A payout of the provider has not arrived yet.', remedy: 'Wait until it has arrived.' },
  WEBHOOK_LIMIT: { cause: 'The limit of webhook endpoints has been reached.', remedy: 'Delete one first.' },
  SECOND_FACTOR_LIMIT: {
    cause: 'The limit of passkeys or authenticator apps has been reached.',
    remedy: 'Remove one first.',
  },
  SECOND_FACTOR_ABSENT: {
    cause: 'Support asked to remove a second factor from an account without one.',
    remedy: 'Nothing to do.',
  },
  WEBHOOK_DISABLED: { cause: 'The webhook endpoint is disabled.', remedy: 'Enable it first.' },
  IDEMPOTENCY_IN_PROGRESS: {
    cause: 'A request with the same key is still running.',
    remedy: 'Wait for the `Retry-After` seconds, then repeat with the same key.',
  },
  REQUEST_EXPIRED: {
    cause: 'The booking request was not answered in time.',
    remedy: 'Ask the customer for a new request.',
  },
  OFFER_EXPIRED: {
    cause: "The offer's period of validity has passed.",
    remedy: 'Extend the offer or send a new revision.',
  },
  PROPOSAL_EXPIRED: { cause: 'The proposal was not answered in time.', remedy: 'Make a new proposal.' },
  SIGN_LINK_EXPIRED: { cause: 'The contract was not signed in time.', remedy: 'Send the contract again.' },
  AMENDMENT_EXPIRED: { cause: 'The change order was not answered in time.', remedy: 'Write a new change order.' },
  EVENTS_EXPIRED: {
    cause: 'The feed no longer has the events after the cursor.',
    remedy: 'Read the current state, then continue after `details.oldest`.',
  },
  OTP_EXPIRED: { cause: 'The code is too old.', remedy: 'Request a new code.' },
  SECOND_FACTOR_EXPIRED: { cause: 'The login was not completed in time.', remedy: 'Start the login again.' },
  FILE_TOO_LARGE: { cause: 'The file is larger than its type allows.', remedy: 'Send a smaller file.' },
  PAYLOAD_TOO_LARGE: { cause: 'The body is larger than the operation allows.', remedy: 'Send less at a time.' },
  FILE_TYPE_NOT_ALLOWED: {
    cause: 'The content of the file is of another type than the allowed ones. The file name does not count.',
    remedy: 'Send one of the listed types.',
  },
  FILE_UNREADABLE: {
    cause: 'The file is damaged or protected by a password.',
    remedy: 'Export the file again, or send another.',
  },
  FILE_INFECTED: { cause: 'The virus scanner found something.', remedy: 'Do not send the file again.' },
  VALIDATION_FAILED: {
    cause:
      'Fields or parameters are missing or not valid. `issues` names each with its path, its code and what is expected.',
    remedy: 'Correct the named fields and repeat the request.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    cause:
      'The key was sent before with another path or body, or the server has lost the secret that the response was stored with.',
    remedy: 'Use a new key for each intended write. Where only the response is lost, the write was carried out.',
  },
  MILESTONES_MISMATCH: {
    cause: 'The milestones do not add up to the price of the contract.',
    remedy: 'Correct an amount.',
  },
  CHECKLIST_INCOMPLETE: {
    cause: "Required items of the job's checklist are not done.",
    remedy: 'Finish them, then complete the job.',
  },
  START_CODE_WRONG: {
    cause: 'The code that the customer was given is another one.',
    remedy: 'Ask the customer for the code.',
  },
  PHOTOS_REQUIRED: {
    cause: 'The job needs more photos of the finished work.',
    remedy: 'Add photos, then complete the job.',
  },
  PAYMENT_TOO_LARGE: {
    cause: 'The payment is larger than what is due.',
    remedy: 'Record at most the amount in the message.',
  },
  PAYOUT_TOO_SMALL: {
    cause: 'The amount is below the smallest payout.',
    remedy: 'Wait until more is available, or until nothing is pending or on hold and request everything.',
  },
  PAYOUT_TOO_LARGE: {
    cause: 'The amount is larger than the available balance.',
    remedy: 'Request at most the amount in the message.',
  },
  PASSWORD_INCORRECT: { cause: 'The current password is wrong.', remedy: 'Correct it, or reset the password.' },
  SELF_REFERRAL: { cause: 'The invitation is to the account that sends it.', remedy: 'Invite somebody else.' },
  ROLE_UNSUPPORTED: {
    cause: 'The role is not one of the allowed roles of this operation.',
    remedy: 'Use one of `issues[0].allowed`.',
  },
  ONBOARDING_INCOMPLETE: {
    cause: 'Steps of the onboarding are missing.',
    remedy: 'Complete the steps in the message.',
  },
  OTP_INVALID: { cause: 'The code is wrong.', remedy: 'Enter the code of the last message.' },
  SECOND_FACTOR_INVALID: {
    cause: 'The code is wrong or was used before.',
    remedy: 'Wait for the next code of the app, or use another recovery code.',
  },
  PASSKEY_REJECTED: {
    cause: 'The passkey belongs to another account or address, or its answer is not valid.',
    remedy: 'Use another passkey or a code.',
  },
  OTP_ATTEMPTS_EXCEEDED: { cause: 'Too many wrong codes were entered.', remedy: 'Request a new code.' },
  OTP_RESEND_LIMIT: {
    cause:
      'The last code was sent less than a minute ago; or 5 in an hour or 10 in a day to this destination, 20 in an hour from this network address, or 10 in a day for new addresses and numbers of one account.',
    remedy: 'Wait for the seconds in the message, which may be most of a day.',
  },
  SECOND_FACTOR_THROTTLED: {
    cause: 'Too many wrong codes were entered.',
    remedy: 'Wait for the minutes in the message, or use a passkey.',
  },
  INVITE_LIMIT: { cause: 'The limit of invitations a day has been reached.', remedy: 'Try again the next day.' },
  TICKET_LIMIT: {
    cause: 'The limit of new tickets a day has been reached.',
    remedy: 'Add to an open ticket, or try again the next day.',
  },
  LOGIN_THROTTLED: {
    cause: 'Too many wrong passwords were entered.',
    remedy: 'Wait for the minutes in the message, or reset the password.',
  },
  PASSWORD_DISABLED: { cause: 'Too many wrong passwords were entered in a row.', remedy: 'Reset the password.' },
  RATE_LIMITED: { cause: 'Too many requests were sent.', remedy: 'Wait for the `Retry-After` seconds.' },
  INTERNAL: {
    cause: 'The server failed. Its log has the error under `requestId`.',
    remedy: 'Repeat the request with the same idempotency key. If it fails again, send `requestId` to the operator.',
  },
  SIMULATOR_AWAY: { cause: "The demo's simulator is not running.", remedy: 'Start it with `npm start`.' },
  MAINTENANCE: {
    cause: 'The server is stopping or starting, or a part that the request needs is away.',
    remedy: 'Repeat the request after some seconds with the same idempotency key.',
  },
}

/** Meaning of every code of a field's issue, in Markdown. */
export const issueHelp: Readonly<Record<IssueCode, string>> = {
  REQUIRED: 'The field is missing or empty.',
  INVALID_FORMAT: 'The value has another type or format than the one in the message.',
  TOO_SHORT: 'The text or list is shorter than `minimum`.',
  TOO_LONG: 'The text or list is longer than `maximum`.',
  TOO_SMALL: 'The number or date is below `minimum`.',
  TOO_BIG: 'The number or date is above `maximum`.',
  NOT_ALLOWED: 'The value is not one of `allowed`, or the field may not be set here.',
  DUPLICATE: 'The value occurs twice, or somebody has used it.',
  MISMATCH: 'The value contradicts another field.',
}
