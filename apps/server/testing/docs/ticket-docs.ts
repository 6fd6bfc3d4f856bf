import { defaultSettings } from '@fettle/protocol/accounts/settings'
import { priorityOf, ticketCategories, ticketUpdates, ticketFlow, ticketLimits } from '@fettle/protocol/support/tickets'
import { diagram, rowsOf, table } from './flow-docs.ts'

/** Renders `docs/reference/tickets.md` from the protocol's tables. */
export function renderTickets(): string {
  const { supportUrgentHours, supportHighHours, supportNormalHours, supportLowHours } = defaultSettings
  const promises = {
    URGENT: supportUrgentHours,
    HIGH: supportHighHours,
    NORMAL: supportNormalHours,
    LOW: supportLowHours,
  }
  return `<!-- Made by \`npm run docs\` from packages/protocol: change it there. -->

# Ticket states and actions

The reasons are in [decision 110](../decisions/110-help-articles-and-support-tickets.md).

${diagram(ticketFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(ticketFlow.transitions)))}

Actions that leave the state unchanged:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(ticketUpdates)))}

${table(
  ['what', 'how long'],
  [
    ['to remind a provider who has not answered', `${ticketLimits.remindDays} days`],
    ['to resolve a ticket without an answer', `${ticketLimits.silenceDays} days`],
    ['to reopen a ticket', `${ticketLimits.closeDays} days`],
    ['new tickets', `${ticketLimits.perDay} a day`],
  ],
)}

${table(
  ['category', 'priority', 'first answer within (support hours, default)'],
  ticketCategories.map((category) => {
    const priority = priorityOf[category]
    return [category, priority, `${promises[priority]} h`]
  }),
)}
`
}
