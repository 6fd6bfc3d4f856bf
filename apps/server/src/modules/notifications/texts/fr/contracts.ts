import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { ContractParams } from '../../kinds/contracts.ts'
import type { NotificationTexts } from '../wording.ts'

const {
  text: say,
  quote,
  joinSentences: sentences,
  formatMoney: money,
  formatMoment: moment,
  formatDay: day,
} = createFormatter('fr')

const said = (note: string | null) => note && quote(note)

export const contracts: NotificationTexts<ContractParams> = {
  'contract-changes-requested': {
    subject: ({ customerName }) => say`${customerName} souhaite des modifications de votre contrat`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note)),
  },
  'contract-declined': {
    subject: ({ customerName }) => say`${customerName} a refusé votre contrat`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note)),
  },
  'contract-expired': {
    subject: ({ customerName }) => say`${customerName} n’a pas signé votre contrat`,
    body: ({ reference, title }) => say`${reference}, ${title}.`,
  },
  'contract-sign-expiring': {
    subject: ({ customerName }) => say`${customerName} n’a pas encore signé`,
    body: ({ title, signBy, timeZone }) => say`${title}. Signature possible jusqu’au ${moment(signBy, timeZone)}.`,
  },
  'contract-signed': {
    subject: ({ customerName }) => say`${customerName} a signé votre contrat`,
    body: ({ reference, title, total }) => say`${reference}, ${title} : ${money(total)}.`,
  },
  'contract-held': {
    subject: ({ customerName }) => say`${customerName} a suspendu le travail`,
    body: ({ title, note, until }) => sentences(say`${title}.`, until && `Jusqu’au ${day(until)}.`, said(note)),
  },
  'contract-resumed': {
    subject: ({ customerName }) => say`Le travail pour ${customerName} reprend`,
    body: ({ reference, title }) => say`${reference}, ${title}.`,
  },
  'contract-withdrawn': {
    subject: ({ customerName }) => say`${customerName} a exercé son droit de rétractation`,
    body: ({ title, note }) => sentences(say`${title}.`, said(note)),
  },
  'contract-terminated': {
    subject: ({ customerName }) => say`Le contrat avec ${customerName} a pris fin`,
    body: ({ title, settled }) => say`${title}. ${money(settled)} pour ce qui était en cours.`,
  },
  'termination-proposed': {
    subject: ({ customerName }) => say`${customerName} souhaite mettre fin au contrat`,
    body: ({ title, settled }) =>
      say`${title}, avec ${money(settled)} pour ce qui est en cours. Répondez sous 7 jours.`,
  },
  'termination-contested': {
    subject: ({ customerName, note }) =>
      note === null
        ? say`La fin de votre contrat avec ${customerName} est à trancher`
        : say`${customerName} n’est pas de cet avis`,
    body: ({ title, note }) => sentences(say`${title}.`, note ? quote(note) : 'Personne n’a répondu à temps.'),
  },
  'milestone-approved': {
    subject: ({ customerName, automatic }) =>
      automatic
        ? say`Une étape pour ${customerName} est considérée comme approuvée`
        : say`${customerName} a approuvé une étape`,
    body: ({ title, milestone, amount }) => say`${milestone}, ${money(amount)}. ${title}.`,
  },
  'milestone-changes': {
    subject: ({ customerName }) => say`${customerName} a renvoyé une étape`,
    body: ({ milestone, note }) => sentences(say`${milestone}.`, quote(note)),
  },
  'change-order-received': {
    subject: ({ customerName }) => say`${customerName} demande un avenant`,
    body: ({ title, changeOrder, amount }) => say`${changeOrder}, ${money(amount)}. ${title}.`,
  },
  'change-order-answered': {
    subject: ({ customerName, answer }) =>
      answer === 'APPROVED'
        ? say`${customerName} a signé votre avenant`
        : answer === 'DECLINED'
          ? say`${customerName} a refusé votre avenant`
          : say`${customerName} n’a pas répondu à votre avenant`,
    body: ({ title, changeOrder, note }) => sentences(say`${changeOrder}. ${title}.`, said(note)),
  },
}
