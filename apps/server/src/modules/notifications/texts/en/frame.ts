import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { Texts } from '../wording.ts'

const { plural } = createFormatter('en')

export const buttons: Texts['buttons'] = {
  OPEN: 'Open',
  REVIEW: 'Review',
  DECLINE: 'Decline',
  MESSAGE: 'Message',
  CONTEST: 'Contest',
  START_TRAVEL: 'Start travel',
  EXTEND: 'Extend',
  DOWNLOAD_PDF: 'Download PDF',
  ADD_EVIDENCE: 'Add evidence',
  FIX_BANK_DETAILS: 'Fix bank details',
  UPLOAD_AGAIN: 'Upload again',
  REPLY: 'Reply',
  REOPEN: 'Reopen',
  NOT_ME: "This wasn't me",
  ASK_SUPPORT: 'Ask support',
}

export const groups: Texts['groups'] = {
  bookings: 'bookings',
  offers: 'offers',
  contracts: 'contracts',
  disputes: 'disputes',
  earnings: 'money',
  documents: 'documents',
  messages: 'messages',
  reviews: 'reviews',
  referrals: 'invitations',
  support: 'support',
  security: 'sign-ins and sessions',
  digest: 'small things, once a day',
}

export const mails: Texts['mails'] = {
  see: 'See it in Fettle',
  why: 'You get this because you work with Fettle.',
  choose: 'Choose what we mail you',
  stop: (group) => `Stop mails about ${group}`,
  digest: {
    subject: (count) =>
      plural(count, { one: '# small thing since yesterday', other: '# small things since yesterday' }),
    opening: 'Nothing here is urgent.',
    why: 'Small things are gathered into one mail a day.',
  },
  page: {
    ask: (group) => `Stop mails about ${group}?`,
    askText: 'Everything stays in your inbox at Fettle. What protects your account is mailed in any case.',
    askButton: 'Stop these mails',
    stopped: (group) => `No more mails about ${group}`,
    stoppedText: 'Everything stays in your inbox at Fettle.',
    stoppedButton: 'Mail me again',
    again: (group) => `You get mails about ${group} again`,
    againText: 'Good to have you back.',
    unknown: 'This link is not complete',
    unknownText: 'Open it from the mail once more, or choose in the app what we mail you.',
  },
}
