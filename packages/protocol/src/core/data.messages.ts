/** Texts the product writes into data. */
export const dataMessages = {
  // Warnings about a time, by their code.
  OUTSIDE_WORKING_HOURS: 'This is outside your working hours.',
  TRAVEL_TOO_TIGHT: 'There is not enough travel time between this and {reference}.',
  PREVIOUS_JOB_RUNS_LATE: '{reference} is running late and may not be finished by then.',
  DAILY_MAX: 'You already have {count, plural, one {# booking} other {# bookings}} on this day.',
  SHORT_NOTICE: 'This starts sooner than your minimum notice.',
  OUT_OF_RADIUS: 'This is outside your service area of {km} km.',
  HOLIDAY: 'This is a public holiday: {holiday}.',
  // What to do after a bank rejected a payout.
  PAYOUT_FIX_INVALID_ACCOUNT: 'Check the account number and the bank in your profile.',
  PAYOUT_FIX_NAME_MISMATCH: 'The account must be in your name. Correct the account name in your profile.',
  PAYOUT_FIX_BANK_REJECTED: 'Ask your bank for the reason, or enter another account.',
  PAYOUT_FIX_OTHER: 'Check your bank details, then request the payout again.',
  // What to do after a document was rejected.
  DOCUMENT_FIX_BLURRY: 'Hold the phone still, in good light, until the text is sharp.',
  DOCUMENT_FIX_CROPPED: 'Take a picture of the whole document, with all four corners.',
  DOCUMENT_FIX_GLARE: 'Turn away from the light, so that no reflection covers the text.',
  DOCUMENT_FIX_EXPIRED: 'Upload a document that is still valid.',
  DOCUMENT_FIX_NAME_MISMATCH:
    'The name must match your profile. Correct your profile, or upload a document in that name.',
  DOCUMENT_FIX_WRONG_TYPE: 'This is a different kind of document. Choose its type, or upload the one requested.',
  DOCUMENT_FIX_UNREADABLE: "We couldn't read it. Take a new photo, or export it again.",
  DOCUMENT_FIX_TAMPERING_SUSPECTED: 'Upload a photo of the original document, without any changes.',
  DOCUMENT_FIX_OTHER: 'Read the note below, then upload the document again.',
  // Why signatures no longer count.
  CONTRACT_CHANGED: 'The contract was changed.',
  CONTRACT_VOIDED: 'The contract was voided.',
  CUSTOMER_ASKED_FOR_CHANGES: 'The customer asked for changes.',
  // Parts that a profile lacks.
  PROFILE_BANK_ACCOUNT: 'Bank account',
  PROFILE_TRADE: 'Trade and skill',
  PROFILE_ADDRESS: 'Address',
  PROFILE_DOCUMENT: 'Identity document',
  PROFILE_DATE_OF_BIRTH: 'Date of birth',
  PROFILE_PICTURE: 'Profile picture',
  PROFILE_PHONE: 'Phone number',
  // A signed-in device.
  DEVICE: '{browser} on {system}',
  DEVICE_UNKNOWN: 'Unknown device',
  // What nobody decided.
  DISPUTE_NOT_DECIDED: 'There was no decision within 14 days, so everything stays as it was.',
  REVIEWED_WORK_NOT_COUNTED: 'The work was reopened, or the no-show was overturned.',
  // A customer who left.
  FORMER_CUSTOMER: 'Former customer',
  // What a referral reward is for, if the friend came by the link.
  INVITE_LINK: 'Invite link',
  // Why an external calendar could not be read.
  CALENDAR_STATUS: "The calendar's server returned error {status}.",
  CALENDAR_UNREADABLE: "This isn't a calendar we can read.",
  CALENDAR_UNREACHABLE: "We couldn't reach the calendar.",
  HOST_UNREACHABLE: "We can't connect to {host}. Use a public web address.",
  TOO_MANY_REDIRECTS: 'Too many redirects.',
  NOT_A_WEB_ADDRESS: 'This is not a web address.',
  ANSWER_TOO_LARGE: 'The response is too large.',
  ANSWER_PACKED: 'The response is damaged.',
  // Messages of the support desk itself in a ticket.
  TICKET_ON_HOLD: 'On hold until {until}: {reason}',
  TICKET_RESUMED: 'No longer on hold. We are working on it again.',
  TICKET_REMINDER:
    'We are still waiting for your answer. If we hear nothing for seven days, we will mark this ticket as resolved. You can reopen it.',
  TICKET_RESOLVED_SILENTLY:
    'We have not heard from you for seven days, so we marked this ticket as resolved. Reopen it if you still need help.',
  TICKET_PROMISE_MISSED:
    'Sorry, you should have had a first answer by now. Your ticket already has the highest priority.',
  TICKET_PROMISE_MISSED_RAISED:
    'Sorry, you should have had a first answer by now. We raised your ticket from {from, select, LOW {low} NORMAL {normal} other {high}} to {to, select, NORMAL {normal} HIGH {high} other {urgent}} priority. Expect an answer by {until}.',
}
