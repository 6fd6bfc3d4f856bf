import { createFormatter } from '../../../../platform/locale/formatter.ts'
import type { SupportParams } from '../../kinds/support.ts'
import type { NotificationTexts } from '../wording.ts'

const { text: say, quote, joinSentences: sentences, formatDay: day } = createFormatter('fr')

export const support: NotificationTexts<SupportParams> = {
  'ticket-replied': {
    subject: ({ reference }) => say`L’assistance a répondu à ${reference}`,
    body: ({ subject, agentName, excerpt }) => say`${subject}. ${agentName} : ${quote(excerpt)}`,
  },
  'ticket-resolved': {
    subject: ({ reference }) => say`${reference} est réglé`,
    body: ({ subject, isSilent }) =>
      sentences(
        say`${subject}.`,
        isSilent && 'Nous n’avons pas eu de nouvelles pendant sept jours.',
        'Vous pouvez le rouvrir pendant 14 jours.',
      ),
  },
  'ticket-waiting': {
    subject: ({ reference }) => say`L’assistance attend votre réponse au sujet de ${reference}`,
    body: ({ subject, silentUntil }) =>
      say`${subject}. Sans réponse, il sera considéré comme réglé le ${day(silentUntil)}.`,
  },
}
