import { rejectionFixes, type DocumentType } from '@fettle/protocol/accounts/documents'
import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { AccountParams } from '../../kinds/account.ts'
import { excerpt, wordFor, type NotificationTexts } from '../wording.ts'

const {
  text: say,
  quote,
  joinSentences: sentences,
  plural,
  formatDevice: device,
  formatMoment: moment,
  formatDay: day,
} = createFormatter('en')

/** Follows "Your …". */
const documents: Readonly<Record<DocumentType, string>> = {
  NATIONAL_ID: 'national ID',
  PASSPORT: 'passport',
  DRIVERS_LICENCE: 'driving licence',
  VOTER_CARD: 'voter card',
  RESIDENCE_PERMIT: 'residence permit',
  SELFIE: 'selfie',
  PROOF_OF_ADDRESS: 'proof of address',
  BANK_STATEMENT: 'bank statement',
  TRADE_CERTIFICATE: 'trade certificate',
  BUSINESS_REGISTRATION: 'business registration',
  INSURANCE_CERTIFICATE: 'insurance certificate',
  BACKGROUND_CHECK: 'background check',
  PORTFOLIO_PHOTO: 'photo of your work',
}

const left = (days: number) =>
  days === 0 ? 'today' : days === 1 ? 'tomorrow' : plural(days, { one: 'in # day', other: 'in # days' })

export const account: NotificationTexts<AccountParams> = {
  'message-reminder': {
    subject: ({ authorName }) => (authorName ? say`Come back to ${authorName}` : 'Come back to a message'),
    body: ({ excerpt: text }) => (text ? quote(text) : 'You asked to be reminded of this message.'),
  },
  'document-approved': {
    subject: ({ document }) => say`Your ${wordFor(documents, document)} was approved`,
    body: () => 'There is nothing left to do.',
  },
  'document-rejected': {
    subject: ({ document }) => say`Your ${wordFor(documents, document)} was not accepted`,
    body: ({ fix, note }) => sentences(wordFor(rejectionFixes, fix), note),
  },
  'document-expiring': {
    subject: ({ document, daysLeft }) =>
      daysLeft < 0
        ? say`Your ${wordFor(documents, document)} has expired`
        : say`Your ${wordFor(documents, document)} expires ${left(daysLeft)}`,
    body: ({ expiresAt, daysLeft }) =>
      sentences(
        daysLeft < 0 ? `It was valid until ${day(expiresAt)}.` : `It is valid until ${day(expiresAt)}.`,
        'Upload a new one, so that nothing is held up.',
      ),
  },
  'new-sign-in': {
    subject: () => 'New sign-in to your account',
    body: ({ device: name, at, timeZone }) =>
      say`${device(name)}, ${moment(at, timeZone)}. If this was you, there is nothing to do.`,
  },
  'bank-details-changed': {
    subject: () => 'Your bank details were changed',
    body: ({ bankName, lastDigits, at, timeZone }) =>
      say`Payouts now go to ${bankName}, account ending in ${lastDigits}. Changed ${moment(at, timeZone)}.`,
  },
  'password-changed': {
    subject: () => 'Your password was changed',
    body: ({ at, timeZone }) => `Changed ${moment(at, timeZone)}. Other devices have been signed out.`,
  },
  'account-suspended': {
    subject: ({ until }) => `Your account is suspended until ${day(until)}`,
    body: ({ reason }) => say`${reason} You can read everything and finish running jobs, but take no new ones.`,
  },
  'account-reinstated': {
    subject: () => 'Your account is no longer suspended',
    body: () => 'You can take requests again.',
  },
  'review-received': {
    subject: ({ customerName, rating }) =>
      say`${customerName} gave you ${plural(rating, { one: '# star', other: '# stars' })}`,
    body: ({ title, comment }) => sentences(say`${title}.`, comment && quote(excerpt(comment))),
  },
}
