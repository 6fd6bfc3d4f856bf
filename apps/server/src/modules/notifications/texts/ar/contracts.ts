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
} = createFormatter('ar')

const said = (note: string | null) => note && quote(note)

export const contracts: NotificationTexts<ContractParams> = {
  'contract-changes-requested': {
    subject: ({ customerName }) => say`يريد ${customerName} تغييرات في عقدك`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note)),
  },
  'contract-declined': {
    subject: ({ customerName }) => say`رفض ${customerName} عقدك`,
    body: ({ title, note }) => sentences(say`${title}.`, quote(note)),
  },
  'contract-expired': {
    subject: ({ customerName }) => say`لم يوقّع ${customerName} عقدك`,
    body: ({ reference, title }) => say`${reference}، ${title}.`,
  },
  'contract-sign-expiring': {
    subject: ({ customerName }) => say`لم يوقّع ${customerName} بعد`,
    body: ({ title, signBy, timeZone }) => say`${title}. يمكن توقيعه حتى ${moment(signBy, timeZone)}.`,
  },
  'contract-signed': {
    subject: ({ customerName }) => say`وقّع ${customerName} عقدك`,
    body: ({ reference, title, total }) => say`${reference}، ${title}: ${money(total)}.`,
  },
  'contract-held': {
    subject: ({ customerName }) => say`علّق ${customerName} العمل`,
    body: ({ title, note, until }) => sentences(say`${title}.`, until && `حتى ${day(until)}.`, said(note)),
  },
  'contract-resumed': {
    subject: ({ customerName }) => say`استؤنف العمل لدى ${customerName}`,
    body: ({ reference, title }) => say`${reference}، ${title}.`,
  },
  'contract-withdrawn': {
    subject: ({ customerName }) => say`انسحب ${customerName} من العقد`,
    body: ({ title, note }) => sentences(say`${title}.`, said(note)),
  },
  'contract-terminated': {
    subject: ({ customerName }) => say`انتهى العقد مع ${customerName}`,
    body: ({ title, settled }) => say`${title}. ${money(settled)} مقابل ما كان جاريًا.`,
  },
  'termination-proposed': {
    subject: ({ customerName }) => say`يريد ${customerName} إنهاء العقد`,
    body: ({ title, settled }) => say`${title}، مع ${money(settled)} مقابل ما هو جارٍ. أجب خلال 7 أيام.`,
  },
  'termination-contested': {
    subject: ({ customerName, note }) =>
      note === null ? say`إنهاء عقدك مع ${customerName} بانتظار قرار` : say`لدى ${customerName} رأي آخر`,
    body: ({ title, note }) => sentences(say`${title}.`, note ? quote(note) : 'لم يرد أحد في الوقت المحدد.'),
  },
  'milestone-approved': {
    subject: ({ customerName, automatic }) =>
      automatic ? say`تُعد مرحلة لدى ${customerName} معتمدة` : say`اعتمد ${customerName} مرحلة`,
    body: ({ title, milestone, amount }) => say`${milestone}، ${money(amount)}. ${title}.`,
  },
  'milestone-changes': {
    subject: ({ customerName }) => say`أعاد ${customerName} مرحلة`,
    body: ({ milestone, note }) => sentences(say`${milestone}.`, quote(note)),
  },
  'change-order-received': {
    subject: ({ customerName }) => say`يطلب ${customerName} أمر تغيير`,
    body: ({ title, changeOrder, amount }) => say`${changeOrder}، ${money(amount)}. ${title}.`,
  },
  'change-order-answered': {
    subject: ({ customerName, answer }) =>
      answer === 'APPROVED'
        ? say`وقّع ${customerName} أمر التغيير`
        : answer === 'DECLINED'
          ? say`رفض ${customerName} أمر التغيير`
          : say`لم يرد ${customerName} على أمر التغيير`,
    body: ({ title, changeOrder, note }) => sentences(say`${changeOrder}. ${title}.`, said(note)),
  },
}
