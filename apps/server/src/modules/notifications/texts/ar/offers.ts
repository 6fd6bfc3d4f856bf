import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { OfferParams } from '../../kinds/offers.ts'
import type { NotificationTexts } from '../wording.ts'

const { text: say, quote, joinSentences: sentences, formatMoney: money, formatMoment: moment } = createFormatter('ar')

const said = (note: string | null) => note && quote(note)

/** Reasons for declining an offer. */
const reasons: Readonly<Record<string, string>> = {
  PRICE_TOO_HIGH: 'السعر مرتفع',
  CHOSE_OTHER: 'اختار مقدم خدمة آخر',
  TIMING: 'الموعد غير مناسب',
  SCOPE: 'ليس هذا هو المطلوب',
  NO_LONGER_NEEDED: 'لم تعد هناك حاجة إليه',
  NO_TRUST: 'لم يكن العرض مقنعًا',
  OTHER: 'سبب آخر',
}

export const offers: NotificationTexts<OfferParams> = {
  'offer-requested': {
    subject: ({ customerName, urgency }) =>
      urgency === 'EMERGENCY' ? say`طارئ: يطلب ${customerName} عرض سعر` : say`يطلب ${customerName} عرض سعر`,
    body: ({ title, city, respondBy, timeZone }) => say`${title} في ${city}. أجب قبل ${moment(respondBy, timeZone)}.`,
  },
  'offer-viewed': {
    subject: ({ customerName }) => say`اطّلع ${customerName} على عرض سعرك`,
    body: ({ reference, title }) => say`${reference}، ${title}.`,
  },
  'offer-changes-requested': {
    subject: ({ customerName }) => say`يريد ${customerName} تغييرات في عرض سعرك`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note)),
  },
  'offer-accepted': {
    subject: ({ customerName }) => say`قبل ${customerName} عرض سعرك`,
    body: ({ reference, title, total }) => say`${reference}، ${title}: ${money(total)}.`,
  },
  'offer-acceptance-undone': {
    subject: ({ customerName }) => say`تراجع ${customerName} عن القبول`,
    body: ({ reference, title }) => say`${reference}، ${title}. عرض السعر مفتوح من جديد.`,
  },
  'offer-declined': {
    subject: ({ customerName }) => say`رفض ${customerName} عرض سعرك`,
    body: ({ title, reason, note }) => sentences(say`${title}: ${reasons[reason] ?? 'دون ذكر سبب'}.`, said(note)),
  },
  'offer-cancelled': {
    subject: ({ customerName }) => say`ألغى ${customerName} عرض السعر المقبول`,
    body: ({ reference, title, note }) => sentences(say`${reference}، ${title}.`, said(note)),
  },
  'offer-closed': {
    subject: ({ customerName }) => say`لم يعد ${customerName} بحاجة إلى عروض أسعار`,
    body: ({ title, note }) => sentences(say`${title}.`, said(note)),
  },
  'offer-expiring': {
    subject: ({ customerName }) => say`تنتهي قريبًا صلاحية عرض سعرك إلى ${customerName}`,
    body: ({ title, validUntil, timeZone }) => say`${title}. يمكن قبوله حتى ${moment(validUntil, timeZone)}.`,
  },
  'offer-expired': {
    subject: ({ customerName, wasSent }) =>
      wasSent ? say`انتهت صلاحية عرض سعرك إلى ${customerName}` : say`انتهت صلاحية طلب من ${customerName}`,
    body: ({ reference, title }) => say`${reference}، ${title}.`,
  },
}
