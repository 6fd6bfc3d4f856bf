import { ticketLimits } from '@fettle/protocol/support/tickets'
import { open, type NotificationKinds, type NotificationSubject } from './kind.ts'

interface OfTicket {
  reference: string
  subject: string
}

/** Instants are ISO strings. */
export interface SupportParams {
  /** `agentName` answers for support; `excerpt` is the start of the answer. */
  'ticket-replied': OfTicket & { agentName: string; excerpt: string }
  /** `isSilent`: resolved without an answer of the provider. */
  'ticket-resolved': OfTicket & { isSilent: boolean }
  'ticket-waiting': OfTicket & { silentUntil: string; timeZone: string }
}

const ticket = ({ id }: NotificationSubject) => `/support/tickets/${id}`
const common = { tags: ['support'], primary: open(ticket) } as const

export const support: NotificationKinds<SupportParams> = {
  'ticket-replied': { ...common, name: 'Answer from support', severity: 'HIGH' },
  'ticket-resolved': {
    ...common,
    name: 'Ticket settled',
    severity: 'MEDIUM',
    textParams: () => ({ silenceDays: ticketLimits.silenceDays, reopenDays: ticketLimits.closeDays }),
    sentences: ({ isSilent }) => [isSilent && 'ticket-resolved.silent', 'ticket-resolved.reopen'],
    secondary: { label: 'REOPEN', to: (subject) => `${ticket(subject)}?action=reopen` },
  },
  'ticket-waiting': { ...common, name: 'Support waits for you', severity: 'MEDIUM' },
}
