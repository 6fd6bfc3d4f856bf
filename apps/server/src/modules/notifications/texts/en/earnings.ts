import { payoutFailures } from '@fettle/protocol/earnings/payouts'
import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { EarningsParams } from '../../kinds/earnings.ts'
import { wordFor, type NotificationTexts } from '../wording.ts'

const { text: say, quote, joinSentences: sentences, formatMoney: money } = createFormatter('en')

export const earnings: NotificationTexts<EarningsParams> = {
  'payment-received': {
    subject: ({ customerName, amount }) => say`${customerName} paid ${money(amount)}`,
    body: ({ number, title, tip }) =>
      sentences(say`Invoice ${number}, ${title}.`, tip && say`With a tip of ${money(tip)}.`),
  },
  'payment-rejected': {
    subject: ({ customerName, amount }) => say`${customerName} says that ${money(amount)} was not paid`,
    body: ({ number, title, note }) =>
      sentences(say`Invoice ${number}, ${title}.`, note && quote(note), 'Talk to the customer.'),
  },
  'payment-refunded': {
    subject: ({ customerName, amount }) => say`${money(amount)} was given back to ${customerName}`,
    body: ({ number, title, note }) =>
      sentences(say`Invoice ${number}, ${title}.`, note && quote(note), 'It is taken off your earnings.'),
  },
  'payout-paid': {
    subject: ({ amount }) => say`${money(amount)} has been paid out`,
    body: ({ bankName, lastDigits }) => say`To ${bankName}, account ending in ${lastDigits}.`,
  },
  'payout-failed': {
    subject: ({ amount }) => say`Your payout of ${money(amount)} did not arrive`,
    body: ({ bankName, lastDigits, note, fix }) =>
      sentences(
        say`${bankName}, account ending in ${lastDigits}.`,
        note && quote(note),
        wordFor(payoutFailures, fix),
        'The money is available again.',
      ),
  },
  'referral-rewarded': {
    subject: ({ amount }) => say`${money(amount)} for somebody you invited`,
    body: () => 'Their first job is finished. The bonus clears like work does.',
  },
}
