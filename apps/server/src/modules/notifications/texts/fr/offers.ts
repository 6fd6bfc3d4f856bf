import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { OfferParams } from '../../kinds/offers.ts'
import type { NotificationTexts } from '../wording.ts'

const { text: say, quote, joinSentences: sentences, formatMoney: money, formatMoment: moment } = createFormatter('fr')

const said = (note: string | null) => note && quote(note)

/** Reasons for declining an offer. */
const reasons: Readonly<Record<string, string>> = {
  PRICE_TOO_HIGH: 'le prix est trop élevé',
  CHOSE_OTHER: 'un autre professionnel a été choisi',
  TIMING: 'les délais ne conviennent pas',
  SCOPE: 'cela ne correspond pas au besoin',
  NO_LONGER_NEEDED: 'ce n’est plus nécessaire',
  NO_TRUST: 'le devis n’a pas convaincu',
  OTHER: 'une autre raison',
}

export const offers: NotificationTexts<OfferParams> = {
  'offer-requested': {
    subject: ({ customerName, urgency }) =>
      urgency === 'EMERGENCY' ? say`Urgence : ${customerName} demande un devis` : say`${customerName} demande un devis`,
    body: ({ title, city, respondBy, timeZone }) =>
      say`${title} à ${city}. Répondez avant le ${moment(respondBy, timeZone)}.`,
  },
  'offer-viewed': {
    subject: ({ customerName }) => say`${customerName} a regardé votre devis`,
    body: ({ reference, title }) => say`${reference}, ${title}.`,
  },
  'offer-changes-requested': {
    subject: ({ customerName }) => say`${customerName} souhaite des modifications de votre devis`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note)),
  },
  'offer-accepted': {
    subject: ({ customerName }) => say`${customerName} a accepté votre devis`,
    body: ({ reference, title, total }) => say`${reference}, ${title} : ${money(total)}.`,
  },
  'offer-acceptance-undone': {
    subject: ({ customerName }) => say`${customerName} a retiré son acceptation`,
    body: ({ reference, title }) => say`${reference}, ${title}. Le devis est de nouveau ouvert.`,
  },
  'offer-declined': {
    subject: ({ customerName }) => say`${customerName} a refusé votre devis`,
    body: ({ title, reason, note }) =>
      sentences(say`${title} : ${reasons[reason] ?? 'aucune raison donnée'}.`, said(note)),
  },
  'offer-cancelled': {
    subject: ({ customerName }) => say`${customerName} a annulé le devis accepté`,
    body: ({ reference, title, note }) => sentences(say`${reference}, ${title}.`, said(note)),
  },
  'offer-closed': {
    subject: ({ customerName }) => say`${customerName} n’a plus besoin de devis`,
    body: ({ title, note }) => sentences(say`${title}.`, said(note)),
  },
  'offer-expiring': {
    subject: ({ customerName }) => say`Votre devis pour ${customerName} expire bientôt`,
    body: ({ title, validUntil, timeZone }) =>
      say`${title}. Il peut être accepté jusqu’au ${moment(validUntil, timeZone)}.`,
  },
  'offer-expired': {
    subject: ({ customerName, wasSent }) =>
      wasSent ? say`Votre devis pour ${customerName} a expiré` : say`Une demande de ${customerName} a expiré`,
    body: ({ reference, title }) => say`${reference}, ${title}.`,
  },
}
