import { effectsOf } from '../../notifications/index.ts'
import type { TicketRecord } from './ticket.rules.ts'

export const { toNotification } = effectsOf('ticket')

/** Parameters shared by every ticket notification. */
export const notificationParams = ({ reference, subject }: TicketRecord) => ({ reference, subject })
