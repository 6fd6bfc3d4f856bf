import type { payoutFailures } from '@fettle/protocol/earnings/payouts'
import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { EarningsParams } from '../../kinds/earnings.ts'
import { wordFor, type NotificationTexts } from '../wording.ts'

const { text: say, quote, joinSentences: sentences, formatMoney: money } = createFormatter('ar')

const fixes: Readonly<Record<keyof typeof payoutFailures, string>> = {
  INVALID_ACCOUNT: 'تحقق من رقم الحساب والبنك في ملفك الشخصي.',
  NAME_MISMATCH: 'يجب أن يكون الحساب باسمك. صحّح اسم صاحب الحساب في ملفك الشخصي.',
  BANK_REJECTED: 'اسأل بنكك عن السبب، أو أدخل حسابًا آخر.',
  OTHER: 'تحقق من بيانات البنك، ثم اطلب الدفعة من جديد.',
}

export const earnings: NotificationTexts<EarningsParams> = {
  'payment-received': {
    subject: ({ customerName, amount }) => say`دفع ${customerName} ${money(amount)}`,
    body: ({ number, title, tip }) =>
      sentences(say`الفاتورة ${number}، ${title}.`, tip && say`مع إكرامية قدرها ${money(tip)}.`),
  },
  'payment-rejected': {
    subject: ({ customerName, amount }) => say`يقول ${customerName} إن ${money(amount)} لم تُدفع`,
    body: ({ number, title, note }) =>
      sentences(say`الفاتورة ${number}، ${title}.`, note && quote(note), 'تحدّث إلى العميل.'),
  },
  'payment-refunded': {
    subject: ({ customerName, amount }) => say`أُعيد ${money(amount)} إلى ${customerName}`,
    body: ({ number, title, note }) =>
      sentences(say`الفاتورة ${number}، ${title}.`, note && quote(note), 'يُخصم المبلغ من أرباحك.'),
  },
  'payout-paid': {
    subject: ({ amount }) => say`حُوّل إليك ${money(amount)}`,
    body: ({ bankName, lastDigits }) => say`إلى ${bankName}، الحساب المنتهي بـ ${lastDigits}.`,
  },
  'payout-failed': {
    subject: ({ amount }) => say`لم تصل دفعتك المحوّلة بمبلغ ${money(amount)}`,
    body: ({ bankName, lastDigits, note, fix }) =>
      sentences(
        say`${bankName}، الحساب المنتهي بـ ${lastDigits}.`,
        note && quote(note),
        wordFor(fixes, fix),
        'المبلغ متاح من جديد.',
      ),
  },
  'referral-rewarded': {
    subject: ({ amount }) => say`حصلت على ${money(amount)} مقابل شخص دعوته`,
    body: () => 'اكتمل عمله الأول. تصبح المكافأة متاحة كما تصبح أرباح العمل متاحة.',
  },
}
