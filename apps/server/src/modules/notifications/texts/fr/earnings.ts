import type { payoutFailures } from '@fettle/protocol/earnings/payouts'
import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { EarningsParams } from '../../kinds/earnings.ts'
import { wordFor, type NotificationTexts } from '../wording.ts'

const { text: say, quote, joinSentences: sentences, formatMoney: money } = createFormatter('fr')

const fixes: Readonly<Record<keyof typeof payoutFailures, string>> = {
  INVALID_ACCOUNT: 'Vérifiez le numéro de compte et la banque dans votre profil.',
  NAME_MISMATCH: 'Le compte doit être à votre nom. Corrigez le nom du titulaire dans votre profil.',
  BANK_REJECTED: 'Demandez la raison à votre banque, ou indiquez un autre compte.',
  OTHER: 'Vérifiez vos coordonnées bancaires, puis redemandez le versement.',
}

export const earnings: NotificationTexts<EarningsParams> = {
  'payment-received': {
    subject: ({ customerName, amount }) => say`${customerName} a payé ${money(amount)}`,
    body: ({ number, title, tip }) =>
      sentences(say`Facture ${number}, ${title}.`, tip && say`Avec un pourboire de ${money(tip)}.`),
  },
  'payment-rejected': {
    subject: ({ customerName, amount }) => say`${customerName} indique ne pas avoir payé ${money(amount)}`,
    body: ({ number, title, note }) =>
      sentences(say`Facture ${number}, ${title}.`, note && quote(note), 'Parlez-en au client.'),
  },
  'payment-refunded': {
    subject: ({ customerName, amount }) => say`Remboursement de ${money(amount)} à ${customerName}`,
    body: ({ number, title, note }) =>
      sentences(say`Facture ${number}, ${title}.`, note && quote(note), 'Cette somme est déduite de vos revenus.'),
  },
  'payout-paid': {
    subject: ({ amount }) => say`Versement effectué : ${money(amount)}`,
    body: ({ bankName, lastDigits }) => say`Vers ${bankName}, compte se terminant par ${lastDigits}.`,
  },
  'payout-failed': {
    subject: ({ amount }) => say`Votre versement de ${money(amount)} n’est pas arrivé`,
    body: ({ bankName, lastDigits, note, fix }) =>
      sentences(
        say`${bankName}, compte se terminant par ${lastDigits}.`,
        note && quote(note),
        wordFor(fixes, fix),
        'L’argent est de nouveau disponible.',
      ),
  },
  'referral-rewarded': {
    subject: ({ amount }) => say`${money(amount)} pour une personne que vous avez invitée`,
    body: () => 'Son premier travail est terminé. La prime devient disponible comme un revenu de travail.',
  },
}
