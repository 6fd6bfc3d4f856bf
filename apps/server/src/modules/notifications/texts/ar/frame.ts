import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { Texts } from '../wording.ts'

const { plural } = createFormatter('ar')

export const buttons: Texts['buttons'] = {
  OPEN: 'فتح',
  REVIEW: 'مراجعة',
  DECLINE: 'رفض',
  MESSAGE: 'مراسلة',
  CONTEST: 'اعتراض',
  START_TRAVEL: 'بدء التنقل',
  EXTEND: 'تمديد',
  DOWNLOAD_PDF: 'تنزيل PDF',
  ADD_EVIDENCE: 'إضافة أدلة',
  FIX_BANK_DETAILS: 'تصحيح بيانات البنك',
  UPLOAD_AGAIN: 'إعادة الرفع',
  REPLY: 'رد',
  REOPEN: 'إعادة فتح',
  NOT_ME: 'لم أكن أنا',
  ASK_SUPPORT: 'سؤال الدعم',
}

export const groups: Texts['groups'] = {
  bookings: 'الحجوزات',
  offers: 'عروض الأسعار',
  contracts: 'العقود',
  disputes: 'النزاعات',
  earnings: 'الأموال',
  documents: 'المستندات',
  messages: 'الرسائل',
  reviews: 'التقييمات',
  referrals: 'الدعوات',
  support: 'الدعم',
  security: 'تسجيل الدخول والجلسات',
  digest: 'الأخبار الصغيرة مرة في اليوم',
}

export const mails: Texts['mails'] = {
  see: 'عرض في Fettle',
  why: 'تصلك هذه الرسالة لأنك تعمل مع Fettle.',
  choose: 'اختر ما نرسله إليك',
  stop: (group) => `إيقاف الرسائل بشأن ${group}`,
  digest: {
    subject: (count) =>
      plural(count, {
        zero: 'لا أخبار صغيرة منذ أمس',
        one: 'خبر صغير واحد منذ أمس',
        two: 'خبران صغيران منذ أمس',
        few: '# أخبار صغيرة منذ أمس',
        many: '# خبرًا صغيرًا منذ أمس',
        other: '# خبر صغير منذ أمس',
      }),
    opening: 'لا شيء عاجل هنا.',
    why: 'تُجمع الأخبار الصغيرة في رسالة واحدة كل يوم.',
  },
  page: {
    ask: (group) => `إيقاف الرسائل بشأن ${group}؟`,
    askText: 'يبقى كل شيء في صندوق إشعاراتك في Fettle. أما ما يحمي حسابك فيُرسل إليك في كل الأحوال.',
    askButton: 'إيقاف هذه الرسائل',
    stopped: (group) => `توقفت الرسائل بشأن ${group}`,
    stoppedText: 'يبقى كل شيء في صندوق إشعاراتك في Fettle.',
    stoppedButton: 'أرسلوها إليّ من جديد',
    again: (group) => `ستصلك الرسائل بشأن ${group} من جديد`,
    againText: 'سعداء بعودتك.',
    unknown: 'هذا الرابط غير مكتمل',
    unknownText: 'افتحه من الرسالة مرة أخرى، أو اختر في التطبيق ما نرسله إليك.',
  },
}
