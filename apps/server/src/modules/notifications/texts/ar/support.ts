import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { SupportParams } from '../../kinds/support.ts'
import type { NotificationTexts } from '../wording.ts'

const { text: say, quote, joinSentences: sentences, formatDay: day } = createFormatter('ar')

export const support: NotificationTexts<SupportParams> = {
  'ticket-replied': {
    subject: ({ reference }) => say`رد الدعم على ${reference}`,
    body: ({ subject, agentName, excerpt }) => say`${subject}. ${agentName}: ${quote(excerpt)}`,
  },
  'ticket-resolved': {
    subject: ({ reference }) => say`سُوّيت التذكرة ${reference}`,
    body: ({ subject, isSilent }) =>
      sentences(say`${subject}.`, isSilent && 'لم يصلنا شيء منذ سبعة أيام.', 'يمكنك إعادة فتحها خلال 14 يومًا.'),
  },
  'ticket-waiting': {
    subject: ({ reference }) => say`ينتظر الدعم ردك بشأن ${reference}`,
    body: ({ subject, silentUntil }) => say`${subject}. دون رد تُعد التذكرة مسوّاة في ${day(silentUntil)}.`,
  },
}
