import { open, type NotificationKinds, type NotificationSubject } from './kind.ts'

interface OfTicket {
  reference: string
  subject: string
}

/** Instants are ISO texts. */
export interface SupportParams {
  /** `agentName` answers for support; `excerpt` is the beginning of what they wrote. */
  'ticket-replied': OfTicket & { agentName: string; excerpt: string }
  /** `isSilent`: because the provider did not answer. */
  'ticket-resolved': OfTicket & { isSilent: boolean }
  'ticket-waiting': OfTicket & { silentUntil: string }
}

const ticket = ({ id }: NotificationSubject) => `/support/tickets/${id}`
const about = { tags: ['support'], primary: open(ticket) } as const

export const support: NotificationKinds<SupportParams> = {
  'ticket-replied': { ...about, name: 'Answer from support', severity: 'HIGH' },
  'ticket-resolved': {
    ...about,
    name: 'Ticket settled',
    severity: 'MEDIUM',
    secondary: { label: 'REOPEN', to: (subject) => `${ticket(subject)}?action=reopen` },
  },
  'ticket-waiting': { ...about, name: 'Support waits for you', severity: 'MEDIUM' },
}
