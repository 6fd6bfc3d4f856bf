import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { DisputeParams } from '../../kinds/disputes.ts'
import type { NotificationTexts } from '../wording.ts'

const { text: say, joinSentences: sentences, formatMoney: money, formatMoment: moment } = createFormatter('fr')

/** What changed in a dispute. */
const subjects: Readonly<Record<DisputeParams['dispute-updated']['what'], (customerName: string) => string>> = {
  ANSWERED: (customerName) => say`${customerName} a répondu à votre litige`,
  EVIDENCE: (customerName) => say`${customerName} a ajouté une pièce justificative au litige`,
  PROPOSED: (customerName) => say`${customerName} propose de régler le litige`,
  DECLINED: (customerName) => say`${customerName} a refusé votre proposition`,
  WITHDRAWN: (customerName) => say`${customerName} a retiré le litige`,
  APPEALED: (customerName) => say`${customerName} a fait appel de la décision`,
  NO_ANSWER: () => 'Personne n’a répondu au litige : notre équipe l’examine',
  NO_AGREEMENT: () => 'Pas d’accord dans le litige : notre équipe l’examine',
}

export const disputes: NotificationTexts<DisputeParams> = {
  'dispute-opened': {
    subject: ({ customerName }) => say`${customerName} a ouvert un litige`,
    body: ({ title, amount, respondBy, timeZone }) =>
      sentences(
        amount ? say`${title}, ${money(amount)}.` : say`${title}.`,
        `Répondez avant le ${moment(respondBy, timeZone)}.`,
      ),
  },
  'dispute-updated': {
    subject: ({ customerName, what }) => subjects[what](customerName),
    body: ({ title, amount, note }) =>
      sentences(say`${title}.`, amount && say`${money(amount)} pour vous.`, note && say`${note}`),
  },
  'dispute-deadline-24h': {
    subject: ({ what, customerName }) =>
      what === 'ANSWER'
        ? say`Plus qu’un jour pour répondre au litige de ${customerName}`
        : say`Plus qu’un jour pour vous entendre avec ${customerName}`,
    body: ({ title, until, timeZone }) =>
      say`${title}. Jusqu’au ${moment(until, timeZone)} ; ensuite, notre équipe tranche.`,
  },
  'dispute-resolved': {
    subject: ({ by, customerName }) =>
      by === 'AGREEMENT'
        ? say`Vous et ${customerName} avez réglé le litige`
        : say`Le litige avec ${customerName} est tranché`,
    body: ({ title, amount, appealUntil, timeZone }) =>
      sentences(
        say`${title}.`,
        amount && say`${money(amount)} pour vous.`,
        appealUntil && `Vous pouvez faire appel jusqu’au ${moment(appealUntil, timeZone)}.`,
      ),
  },
}
