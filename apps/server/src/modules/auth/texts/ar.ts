import { createFormatter } from '../../../platform/locale/formatter.ts'
import type { MailMessages } from './mail-messages.ts'

const { text: say, plural, formatDevice: device, formatDay: day } = createFormatter('ar')

const notMe = 'إن لم تكن أنت من فعل ذلك، فراسلنا فورًا.'
const ignore = 'إن لم تطلبه، فتجاهل هذه الرسالة.'

export const ar: MailMessages = {
  verification: {
    subject: 'رمز التحقق الخاص بك في Fettle',
    before: 'رمز التحقق الخاص بك هو',
    ignore: 'إن لم تسجّل في Fettle، فتجاهل هذه الرسالة.',
  },
  reset: {
    subject: 'رمز إعادة تعيين كلمة مرورك في Fettle',
    before: 'رمز تعيين كلمة مرور جديدة هو',
    ignore: 'إن لم تطلبه، فتجاهل هذه الرسالة: تبقى كلمة مرورك كما هي.',
  },
  stepUp: {
    subject: 'أكّد أنك أنت',
    before: 'رمز المتابعة هو',
    ignore: 'إن لم تكن تستخدم Fettle الآن، فغيّر كلمة مرورك.',
  },
  newEmail: (address) => ({
    subject: 'أكّد بريدك الإلكتروني الجديد',
    before: say`رمز استخدام ${address} هو`,
    ignore,
  }),
  newPhone: (number) => ({
    subject: 'أكّد رقم هاتفك الجديد',
    before: say`رمز استخدام ${number} هو`,
    ignore,
  }),
  goodFor: (minutes) =>
    `صلاحيته ${plural(minutes, {
      zero: '# دقيقة',
      one: 'دقيقة واحدة',
      two: 'دقيقتان',
      few: '# دقائق',
      many: '# دقيقة',
      other: '# دقيقة',
    })}. لن يطلبه منك أحد من Fettle أبدًا.`,
  phoneCode: { subject: 'رمزك في Fettle', text: (code) => `رمزك لاستخدام هذا الرقم مع Fettle هو ${code}.` },
  passwordChanged: {
    subject: 'تغيّرت كلمة مرورك في Fettle',
    paragraphs: [
      'تغيّرت كلمة مرور حسابك قبل قليل، وسُجّل الخروج من كل الأجهزة.',
      'إن لم تكن أنت من فعل ذلك، فعيّن كلمة مرور جديدة فورًا.',
    ],
    button: 'تعيين كلمة مرور جديدة',
  },
  newSignIn: (name) => ({
    subject: 'تسجيل دخول جديد إلى حسابك في Fettle',
    paragraphs: [
      say`سُجّل الدخول إلى حسابك قبل قليل من جهاز جديد: ${device(name)}.`,
      'إن كنت أنت، فليس عليك فعل شيء. وإلا فسجّل الخروج من ذلك الجهاز وغيّر كلمة مرورك.',
    ],
    button: 'لم أكن أنا',
  }),
  emailChanged: (destination) => ({
    subject: 'تغيّر بريدك الإلكتروني في Fettle',
    paragraphs: [say`تغيّر البريد الإلكتروني لحسابك قبل قليل إلى ${destination}.`, notMe],
    button: 'راسلنا',
  }),
  phoneChanged: (destination) => ({
    subject: 'تغيّر رقم هاتفك في Fettle',
    paragraphs: [say`تغيّر رقم هاتف حسابك قبل قليل إلى ${destination}.`, notMe],
    button: 'راسلنا',
  }),
  closing: (closesAt) => ({
    subject: 'سيُغلق حسابك في Fettle',
    paragraphs: [
      `سيُغلق حسابك في ${day(closesAt.toISOString())}، ويُحذف كل ما يخصك.`,
      'غيّرت رأيك، أو لم تكن أنت من طلب ذلك؟ سجّل الدخول قبل هذا الموعد ليبقى الحساب.',
    ],
    button: 'تسجيل الدخول',
  }),
  keptOpen: {
    subject: 'يبقى حسابك في Fettle مفتوحًا',
    paragraphs: ['سجّلت الدخول، فلن يُغلق حسابك. سعداء بعودتك.'],
  },
  closed: {
    subject: 'أُغلق حسابك في Fettle',
    paragraphs: ['أُغلق حسابك وحُذف كل ما يخصك. شكرًا على عملك معنا.'],
  },
}
