import type { DocumentType, rejectionFixes } from '@fettle/protocol/accounts/documents'
import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { AccountParams } from '../../kinds/account.ts'
import { excerpt, wordFor, type NotificationTexts } from '../wording.ts'

const {
  text: say,
  quote,
  joinSentences: sentences,
  plural,
  formatDevice: device,
  formatMoment: moment,
  formatDay: day,
} = createFormatter('ar')

/** Without an article or adjective that would have to agree. */
const documents: Readonly<Record<DocumentType, string>> = {
  NATIONAL_ID: 'بطاقة هوية وطنية',
  PASSPORT: 'جواز سفر',
  DRIVERS_LICENCE: 'رخصة قيادة',
  VOTER_CARD: 'بطاقة ناخب',
  RESIDENCE_PERMIT: 'تصريح إقامة',
  SELFIE: 'صورة ذاتية',
  PROOF_OF_ADDRESS: 'إثبات العنوان',
  BANK_STATEMENT: 'كشف حساب بنكي',
  TRADE_CERTIFICATE: 'شهادة مهنية',
  BUSINESS_REGISTRATION: 'سجل تجاري',
  INSURANCE_CERTIFICATE: 'شهادة تأمين',
  BACKGROUND_CHECK: 'صحيفة سوابق',
  PORTFOLIO_PHOTO: 'صورة من أعمالك',
}

const fixes: Readonly<Record<keyof typeof rejectionFixes, string>> = {
  BLURRY: 'أمسك الهاتف بثبات وفي إضاءة جيدة حتى يصبح النص واضحًا.',
  CROPPED: 'ضع المستند كاملًا في الصورة، بزواياه الأربع.',
  GLARE: 'ابتعد عن الضوء حتى لا يغطي أي انعكاس النص.',
  EXPIRED: 'ارفع مستندًا ما زال ساريًا.',
  NAME_MISMATCH: 'يجب أن يكون الاسم كما في ملفك الشخصي. صحّح ملفك، أو ارفع مستندًا بذلك الاسم.',
  WRONG_TYPE: 'هذا نوع آخر من المستندات. اختر نوعه، أو ارفع المستند المطلوب.',
  UNREADABLE: 'تعذرت قراءته. التقط صورة جديدة، أو صدّره مرة أخرى.',
  TAMPERING_SUSPECTED: 'ارفع صورة للمستند الأصلي دون أي تعديل.',
  OTHER: 'اقرأ الملاحظة، ثم ارفعه من جديد.',
}

const left = (days: number) =>
  days === 0
    ? 'اليوم'
    : days === 1
      ? 'غدًا'
      : plural(days, {
          zero: 'اليوم',
          one: 'بعد يوم',
          two: 'بعد يومين',
          few: 'بعد # أيام',
          many: 'بعد # يومًا',
          other: 'بعد # يوم',
        })

export const account: NotificationTexts<AccountParams> = {
  'message-reminder': {
    subject: ({ authorName }) => (authorName ? say`عُد إلى رسالة ${authorName}` : 'عُد إلى إحدى الرسائل'),
    body: ({ excerpt: text }) => (text ? quote(text) : 'طلبت تذكيرك بهذه الرسالة.'),
  },
  'document-approved': {
    subject: ({ document }) => say`${wordFor(documents, document)}: اعتُمد المستند`,
    body: () => 'لم يبقَ عليك شيء.',
  },
  'document-rejected': {
    subject: ({ document }) => say`${wordFor(documents, document)}: لم يُقبل المستند`,
    body: ({ fix, note }) => sentences(wordFor(fixes, fix), note && say`${note}`),
  },
  'document-expiring': {
    subject: ({ document, daysLeft }) =>
      daysLeft < 0
        ? say`${wordFor(documents, document)}: انتهت صلاحية المستند`
        : say`${wordFor(documents, document)}: تنتهي صلاحية المستند ${left(daysLeft)}`,
    body: ({ expiresAt, daysLeft }) =>
      sentences(
        daysLeft < 0 ? `كان ساريًا حتى ${day(expiresAt)}.` : `يسري حتى ${day(expiresAt)}.`,
        'ارفع مستندًا جديدًا حتى لا يتعطل شيء.',
      ),
  },
  'new-sign-in': {
    subject: () => 'تسجيل دخول جديد إلى حسابك',
    body: ({ device: name, at, timeZone }) =>
      say`${device(name)}، ${moment(at, timeZone)}. إن كنت أنت، فليس عليك فعل شيء.`,
  },
  'bank-details-changed': {
    subject: () => 'تغيّرت بياناتك البنكية',
    body: ({ bankName, lastDigits, at, timeZone }) =>
      say`تُحوّل الدفعات من الآن إلى ${bankName}، الحساب المنتهي بـ ${lastDigits}. وقت التغيير: ${moment(at, timeZone)}.`,
  },
  'password-changed': {
    subject: () => 'تغيّرت كلمة مرورك',
    body: ({ at, timeZone }) => `وقت التغيير: ${moment(at, timeZone)}. سُجّل الخروج من الأجهزة الأخرى.`,
  },
  'account-suspended': {
    subject: ({ until }) => `حسابك موقوف حتى ${day(until)}`,
    body: ({ reason }) => say`${reason} يمكنك قراءة كل شيء وإكمال الأعمال الجارية، دون قبول أعمال جديدة.`,
  },
  'account-reinstated': {
    subject: () => 'لم يعد حسابك موقوفًا',
    body: () => 'يمكنك قبول الطلبات من جديد.',
  },
  'review-received': {
    subject: ({ customerName, rating }) =>
      say`منحك ${customerName} ${plural(rating, {
        zero: '# نجوم',
        one: 'نجمة واحدة',
        two: 'نجمتين',
        few: '# نجوم',
        many: '# نجمة',
        other: '# نجمة',
      })}`,
    body: ({ title, comment }) => sentences(say`${title}.`, comment && quote(excerpt(comment))),
  },
}
