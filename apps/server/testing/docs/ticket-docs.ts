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

# The life of a ticket

The reasons are in [decision 110](../decisions/110-help-articles-and-support-tickets.md).

${diagram(ticketFlow)}

${table(['action', 'from', 'who', 'to'], rowsOf(Object.entries(ticketFlow.transitions)))}

What leaves the state as it is:

${table(['action', 'while', 'who', 'to'], rowsOf(Object.entries(ticketUpdates)))}

${table(
  ['what', 'how long'],
  [
    ['to remind whoever support waits for', `${ticketLimits.remindDays} days`],
    ['to take silence for settled', `${ticketLimits.silenceDays} days`],
    ['to open it again', `${ticketLimits.closeDays} days`],
    ['new tickets', `${ticketLimits.perDay} a day`],
  ],
)}

${table(
  ['category', 'priority', 'first answer within, in hours of support as shipped'],
  ticketCategories.map((category) => {
    const priority = priorityOf[category]
    return [category, priority, `${promises[priority]} h`]
  }),
)}
`
}
