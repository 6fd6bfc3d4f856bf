import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { OfferParams } from '../../kinds/offers.ts'
import type { NotificationTexts } from '../wording.ts'

const { text: say, quote, joinSentences: sentences, formatMoney: money, formatMoment: moment } = createFormatter('en')

const said = (note: string | null) => note && quote(note)

/** Reasons for declining an offer. */
const reasons: Readonly<Record<string, string>> = {
  PRICE_TOO_HIGH: 'the price is too high',
  CHOSE_OTHER: 'they chose somebody else',
  TIMING: 'the time does not fit',
  SCOPE: 'it is not what they need',
  NO_LONGER_NEEDED: 'it is no longer needed',
  NO_TRUST: 'they were not convinced',
  OTHER: 'another reason',
}

export const offers: NotificationTexts<OfferParams> = {
  'offer-requested': {
    subject: ({ customerName, urgency }) =>
      urgency === 'EMERGENCY'
        ? say`Emergency: ${customerName} asks for a quote`
        : say`${customerName} asks for a quote`,
    body: ({ title, city, respondBy, timeZone }) => say`${title} in ${city}. Answer by ${moment(respondBy, timeZone)}.`,
  },
  'offer-viewed': {
    subject: ({ customerName }) => say`${customerName} looked at your offer`,
    body: ({ reference, title }) => say`${reference}, ${title}.`,
  },
  'offer-changes-requested': {
    subject: ({ customerName }) => say`${customerName} wants changes to your offer`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note)),
  },
  'offer-accepted': {
    subject: ({ customerName }) => say`${customerName} accepted your offer`,
    body: ({ reference, title, total }) => say`${reference}, ${title}: ${money(total)}.`,
  },
  'offer-acceptance-undone': {
    subject: ({ customerName }) => say`${customerName} took the acceptance back`,
    body: ({ reference, title }) => say`${reference}, ${title}. The offer is open again.`,
  },
  'offer-declined': {
    subject: ({ customerName }) => say`${customerName} declined your offer`,
    body: ({ title, reason, note }) => sentences(say`${title}: ${reasons[reason] ?? 'no reason given'}.`, said(note)),
  },
  'offer-cancelled': {
    subject: ({ customerName }) => say`${customerName} called the accepted offer off`,
    body: ({ reference, title, note }) => sentences(say`${reference}, ${title}.`, said(note)),
  },
  'offer-closed': {
    subject: ({ customerName }) => say`${customerName} needs no more quotes`,
    body: ({ title, note }) => sentences(say`${title}.`, said(note)),
  },
  'offer-expiring': {
    subject: ({ customerName }) => say`Your offer to ${customerName} runs out soon`,
    body: ({ title, validUntil, timeZone }) => say`${title}. It can be accepted until ${moment(validUntil, timeZone)}.`,
  },
  'offer-expired': {
    subject: ({ customerName, wasSent }) =>
      wasSent ? say`Your offer to ${customerName} expired` : say`A request from ${customerName} expired`,
    body: ({ reference, title }) => say`${reference}, ${title}.`,
  },
}
