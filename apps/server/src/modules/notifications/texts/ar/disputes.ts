import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { DisputeParams } from '../../kinds/disputes.ts'
import type { NotificationTexts } from '../wording.ts'

const { text: say, joinSentences: sentences, formatMoney: money, formatMoment: moment } = createFormatter('ar')

/** What changed in a dispute. */
const subjects: Readonly<Record<DisputeParams['dispute-updated']['what'], (customerName: string) => string>> = {
  ANSWERED: (customerName) => say`رد ${customerName} على نزاعك`,
  EVIDENCE: (customerName) => say`أضاف ${customerName} أدلة إلى النزاع`,
  PROPOSED: (customerName) => say`يقترح ${customerName} تسوية النزاع`,
  DECLINED: (customerName) => say`رفض ${customerName} اقتراحك`,
  WITHDRAWN: (customerName) => say`سحب ${customerName} النزاع`,
  APPEALED: (customerName) => say`استأنف ${customerName} القرار`,
  NO_ANSWER: () => 'لم يرد أحد على النزاع: يدرسه فريقنا',
  NO_AGREEMENT: () => 'لا اتفاق في النزاع: يدرسه فريقنا',
}

export const disputes: NotificationTexts<DisputeParams> = {
  'dispute-opened': {
    subject: ({ customerName }) => say`فتح ${customerName} نزاعًا`,
    body: ({ title, amount, respondBy, timeZone }) =>
      sentences(amount ? say`${title}، ${money(amount)}.` : say`${title}.`, `أجب قبل ${moment(respondBy, timeZone)}.`),
  },
  'dispute-updated': {
    subject: ({ customerName, what }) => subjects[what](customerName),
    body: ({ title, amount, note }) =>
      sentences(say`${title}.`, amount && say`${money(amount)} لك.`, note && say`${note}`),
  },
  'dispute-deadline-24h': {
    subject: ({ what, customerName }) =>
      what === 'ANSWER' ? say`بقي يوم للرد على نزاع ${customerName}` : say`بقي يوم للاتفاق مع ${customerName}`,
    body: ({ title, until, timeZone }) => say`${title}. حتى ${moment(until, timeZone)}، ثم يقرر فريقنا.`,
  },
  'dispute-resolved': {
    subject: ({ by, customerName }) =>
      by === 'AGREEMENT' ? say`سوّيت النزاع مع ${customerName}` : say`حُسم النزاع مع ${customerName}`,
    body: ({ title, amount, appealUntil, timeZone }) =>
      sentences(
        say`${title}.`,
        amount && say`${money(amount)} لك.`,
        appealUntil && `يمكنك الاستئناف حتى ${moment(appealUntil, timeZone)}.`,
      ),
  },
}
