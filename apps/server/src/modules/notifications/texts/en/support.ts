import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { SupportParams } from '../../kinds/support.ts'
import type { NotificationTexts } from '../wording.ts'

const { text: say, quote, joinSentences: sentences, formatDay: day } = createFormatter('en')

export const support: NotificationTexts<SupportParams> = {
  'ticket-replied': {
    subject: ({ reference }) => say`Support answered ${reference}`,
    body: ({ subject, agentName, excerpt }) => say`${subject}. ${agentName}: ${quote(excerpt)}`,
  },
  'ticket-resolved': {
    subject: ({ reference }) => say`${reference} is settled`,
    body: ({ subject, isSilent }) =>
      sentences(
        say`${subject}.`,
        isSilent && 'We heard nothing for seven days.',
        'You can open it again within 14 days.',
      ),
  },
  'ticket-waiting': {
    subject: ({ reference }) => say`Support waits for your answer about ${reference}`,
    body: ({ subject, silentUntil }) => say`${subject}. Without an answer it counts as settled on ${day(silentUntil)}.`,
  },
}
