import { holdTicket, replyToTicket, resolveOperatorTicket } from '@fettle/protocol/marketplace/support'
import {
  createTicket,
  rateTicket,
  readTicket,
  reopenTicket,
  writeInTicket,
  type TicketCategory,
} from '@fettle/protocol/support/tickets'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import type { DemoContext } from './context.ts'
import { readData } from './data.ts'
import { type DemoEvent, event } from './schedule.ts'

/** Ada's support tickets, one in every state. */

interface Agent {
  name: string
}

type TicketStep =
  | { after: number; by: Agent; says: string }
  | { after: number; by: Agent; holds: string; days: number }
  | { after: number; by: Agent; settles: string }
  | { after: number; says: string }
  | { after: number; reopens: string }
  | { after: number; rates: number; comment: string }

interface TicketStory {
  /** Hours before now. */
  hoursAgo: number
  category: TicketCategory
  subject: string
  text: string
  /** Steps, each a number of hours after the ticket. */
  steps: readonly TicketStep[]
}

export const ticketStories = readData<TicketStory[]>('tickets')

/** Creates the tickets. */
export function eventsOfTickets({ ada, marketplace, now }: DemoContext): DemoEvent[] {
  return ticketStories.flatMap((story) => {
    const { category, subject, text, steps, hoursAgo } = story
    const askedAt = now.getTime() - hoursAgo * HOUR_MS
    let id = ''
    const ask = async () => {
      const body = { category, subject, text, anyway: true }
      id = (await ada(createTicket, { body })).id
    }
    const take = async (step: TicketStep): Promise<unknown> => {
      const params = { id }
      if ('rates' in step) {
        const body = { rating: step.rates, comment: step.comment }
        return ada(rateTicket, { params, body })
      }
      if ('settles' in step) {
        const body = { text: step.settles, agent: step.by }
        return marketplace(resolveOperatorTicket, { params, body })
      }
      if ('holds' in step) {
        const until = new Date(askedAt + step.after * HOUR_MS + step.days * DAY_MS).toISOString()
        const body = { reason: step.holds, until, agent: step.by }
        return marketplace(holdTicket, { params, body })
      }
      if ('reopens' in step) {
        await ada(reopenTicket, { params, body: {} })
        await ada(writeInTicket, { params, body: { text: step.reopens } })
        return undefined
      }
      if ('by' in step) {
        const body = { text: step.says, agent: step.by }
        return marketplace(replyToTicket, { params, body })
      }
      await ada(readTicket, { params })
      return ada(writeInTicket, { params, body: { text: step.says } })
    }
    return [event(askedAt, ask), ...steps.map((step) => event(askedAt + step.after * HOUR_MS, () => take(step)))]
  })
}
