import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { DisputeParams } from '../../kinds/disputes.ts'
import type { NotificationTexts } from '../wording.ts'

const { text: say, joinSentences: sentences, formatMoney: money, formatMoment: moment } = createFormatter('en')

/** What changed in a dispute. */
const subjects: Readonly<Record<DisputeParams['dispute-updated']['what'], (customerName: string) => string>> = {
  ANSWERED: (customerName) => say`${customerName} answered your dispute`,
  EVIDENCE: (customerName) => say`${customerName} added evidence to the dispute`,
  PROPOSED: (customerName) => say`${customerName} proposes to settle the dispute`,
  DECLINED: (customerName) => say`${customerName} declined your proposal`,
  WITHDRAWN: (customerName) => say`${customerName} took the dispute back`,
  APPEALED: (customerName) => say`${customerName} appealed what was decided`,
  NO_ANSWER: () => 'Nobody answered the dispute: our team looks at it',
  NO_AGREEMENT: () => 'No agreement in the dispute: our team looks at it',
}

export const disputes: NotificationTexts<DisputeParams> = {
  'dispute-opened': {
    subject: ({ customerName }) => say`${customerName} opened a dispute`,
    body: ({ title, amount, respondBy, timeZone }) =>
      sentences(
        amount ? say`${title}, ${money(amount)}.` : say`${title}.`,
        `Answer by ${moment(respondBy, timeZone)}.`,
      ),
  },
  'dispute-updated': {
    subject: ({ customerName, what }) => subjects[what](customerName),
    body: ({ title, amount, note }) =>
      sentences(say`${title}.`, amount && say`${money(amount)} for you.`, note && say`${note}`),
  },
  'dispute-deadline-24h': {
    subject: ({ what, customerName }) =>
      what === 'ANSWER'
        ? say`A day left to answer ${customerName}'s dispute`
        : say`A day left to agree with ${customerName}`,
    body: ({ title, until, timeZone }) => say`${title}. Until ${moment(until, timeZone)}; then our team decides.`,
  },
  'dispute-resolved': {
    subject: ({ by, customerName }) =>
      by === 'AGREEMENT'
        ? say`You and ${customerName} settled the dispute`
        : say`The dispute with ${customerName} is decided`,
    body: ({ title, amount, appealUntil, timeZone }) =>
      sentences(
        say`${title}.`,
        amount && say`${money(amount)} for you.`,
        appealUntil && `You can appeal until ${moment(appealUntil, timeZone)}.`,
      ),
  },
}
