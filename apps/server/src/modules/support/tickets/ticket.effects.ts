import { effectsOf } from '../../notifications/index.ts'
import type { TicketRecord } from './ticket.rules.ts'

export const { toNotification } = effectsOf('ticket', ({ reference, subject }: TicketRecord) => ({
  reference,
  subject,
}))
