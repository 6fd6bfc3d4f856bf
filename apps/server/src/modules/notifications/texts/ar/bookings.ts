import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { BookingParams } from '../../kinds/bookings.ts'
import type { NotificationTexts } from '../wording.ts'

const {
  text: say,
  quote,
  joinSentences: sentences,
  plural,
  formatList: either,
  formatMoment: moment,
} = createFormatter('ar')

const when = (at: string | null, timeZone: string) => (at === null ? 'الموعد يُتفق عليه لاحقًا' : moment(at, timeZone))
const said = (note: string | null) => note && quote(note)
const visitsOf = (visits: number) =>
  plural(visits, {
    zero: 'زيارات',
    one: 'زيارة واحدة',
    two: 'زيارتين',
    few: '# زيارات',
    many: '# زيارة',
    other: '# زيارة',
  })
const first = ({ title, startAt, timeZone }: { title: string; startAt: string | null; timeZone: string }) =>
  say`${title}، الزيارة الأولى: ${when(startAt, timeZone)}.`

export const bookings: NotificationTexts<BookingParams> = {
  'booking-requested': {
    subject: ({ customerName, visits = 1 }) =>
      visits > 1 ? say`يطلب ${customerName} ${visitsOf(visits)}` : say`طلب حجز جديد من ${customerName}`,
    body: ({ title, city, startAt, timeZone, respondBy, visits = 1 }) =>
      sentences(
        visits > 1
          ? say`${title} في ${city}، الزيارة الأولى: ${when(startAt, timeZone)}.`
          : say`${title} في ${city}، ${when(startAt, timeZone)}.`,
        respondBy && say`أجب قبل ${when(respondBy, timeZone)}.`,
      ),
  },
  'request-expiring': {
    subject: ({ customerName }) => say`ما زال ${customerName} ينتظر ردك`,
    body: ({ title, respondBy, timeZone }) => say`${title}. أجب قبل ${when(respondBy, timeZone)}.`,
  },
  'booking-expired': {
    subject: ({ customerName, wasMine }) =>
      wasMine ? say`لم يرد ${customerName} على حجزك` : say`انتهت صلاحية طلب من ${customerName}`,
    body: ({ title, startAt, timeZone }) => say`${title}، ${when(startAt, timeZone)}.`,
  },
  'booking-confirmed': {
    subject: ({ customerName }) => say`تأكد الحجز مع ${customerName}`,
    body: ({ title, startAt, timeZone }) => say`${title}، ${when(startAt, timeZone)}.`,
  },
  'booking-declined': {
    subject: ({ customerName }) => say`رفض ${customerName} حجزك`,
    body: ({ title, startAt, timeZone, note }) => sentences(say`${title}، ${when(startAt, timeZone)}.`, said(note)),
  },
  'booking-rescheduled': {
    subject: ({ customerName }) => say`اختار ${customerName} موعدًا آخر`,
    body: ({ title, startAt, timeZone }) => say`${title}، الموعد الآن: ${when(startAt, timeZone)}.`,
  },
  'proposal-received': {
    subject: ({ customerName }) => say`يقترح ${customerName} موعدًا آخر`,
    body: ({ title, times, timeZone }) => say`${title}: ${either(times.map((time) => when(time, timeZone)))}.`,
  },
  'proposal-answered': {
    subject: ({ customerName, answer }) =>
      answer === 'EXPIRED'
        ? say`لم يرد ${customerName} بشأن الموعد الآخر`
        : answer === 'WITHDRAWN'
          ? say`سحب ${customerName} اقتراحه`
          : say`يفضّل ${customerName} الموعد المتفق عليه`,
    body: ({ title, startAt, timeZone }) => say`${title}، يبقى الموعد: ${when(startAt, timeZone)}.`,
  },
  'series-accepted': {
    subject: ({ customerName, visits }) => say`وافق ${customerName} على ${visitsOf(visits)}`,
    body: first,
  },
  'series-declined': {
    subject: ({ customerName, visits }) => say`رفض ${customerName} ما اقترحته: ${visitsOf(visits)}`,
    body: first,
  },
  'series-expired': {
    subject: ({ customerName, visits }) => say`لم يرد ${customerName} على ما اقترحته: ${visitsOf(visits)}`,
    body: first,
  },
  'booking-reminder-24h': {
    subject: ({ customerName }) => say`غدًا: ${customerName}`,
    body: ({ title, city, startAt, timeZone }) => say`${title} في ${city}، ${when(startAt, timeZone)}.`,
  },
  'booking-reminder-2h': {
    subject: ({ customerName }) => say`بعد ساعتين: ${customerName}`,
    body: ({ title, city, startAt, timeZone }) => say`${title} في ${city}، ${when(startAt, timeZone)}.`,
  },
  'booking-cancelled': {
    subject: ({ customerName }) => say`ألغى ${customerName} الحجز`,
    body: ({ title, startAt, timeZone, note, isContestable }) =>
      sentences(
        say`${title}، ${when(startAt, timeZone)}.`,
        said(note),
        isContestable && 'سُجّل الإلغاء عليك. يمكنك الاعتراض خلال 7 أيام.',
      ),
  },
  'no-show-reported': {
    subject: ({ customerName }) => say`يقول ${customerName} إن أحدًا لم يحضر`,
    body: ({ title, startAt, timeZone, note }) =>
      sentences(say`${title}، ${when(startAt, timeZone)}.`, said(note), 'يمكنك الاعتراض خلال 7 أيام.'),
  },
  'attribution-contested': {
    subject: ({ customerName }) => say`لدى ${customerName} رأي آخر`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note), 'إلى أن يُحسم الأمر لا يُسجّل على أحد.'),
  },
  'work-confirmed': {
    subject: ({ customerName, automatic }) =>
      automatic ? say`تأكد عملك لدى ${customerName}` : say`أكّد ${customerName} عملك`,
    body: ({ title }) => say`${title}: اكتمل.`,
  },
  'fix-requested': {
    subject: ({ customerName }) => say`يطلب ${customerName} إصلاحًا`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note)),
  },
  'job-still-running': {
    subject: ({ customerName }) => say`هل اكتمل العمل لدى ${customerName}؟`,
    body: ({ title }) => say`${title}: ما زال جاريًا. أكمله، أو أوقفه مؤقتًا حتى تتابع.`,
  },
  'adjustment-answered': {
    subject: ({ customerName, answer }) =>
      answer === 'APPROVED'
        ? say`وافق ${customerName} على العمل الإضافي`
        : answer === 'DECLINED'
          ? say`رفض ${customerName} العمل الإضافي`
          : say`لم يرد ${customerName} بشأن العمل الإضافي`,
    body: ({ title, note }) => sentences(say`${title}.`, said(note)),
  },
}
