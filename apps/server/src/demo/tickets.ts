import { holdTicket, replyToTicket, resolveOperatorTicket } from '@fettle/protocol/marketplace/support'
import {
  createTicket,
  rateTicket,
  readTicket,
  reopenTicket,
  writeInTicket,
  type TicketCategory,
} from '@fettle/protocol/support/tickets'
import type { App } from '../app.ts'
import { callAsMarketplace, callAsProvider, type SignedInProvider } from './calls.ts'
import type { WithSession } from './sessions.ts'
import type { DemoEvent } from './schedule.ts'

/** Ada's support tickets, one in every state. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const bisi = { name: 'Bisi from support' }
const tunde = { name: 'Tunde from support' }

type TicketStep =
  | { after: number; by: typeof bisi; says: string }
  | { after: number; by: typeof bisi; holds: string; days: number }
  | { after: number; by: typeof bisi; settles: string }
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

export const ticketStories: readonly TicketStory[] = [
  {
    hoursAgo: 180 * 24,
    category: 'VERIFICATION',
    subject: 'How long does the review of my passport take?',
    text: 'I sent it on Monday and would like to be paid for the first jobs soon.',
    steps: [
      {
        after: 5,
        by: bisi,
        says: 'Welcome, Ada! Usually 2 working days; yours is in good shape and comes next. The day we promise stands beside it under **Profile → Upload documents**.',
      },
      { after: 6, says: 'Perfect, thank you!' },
      { after: 20, by: bisi, settles: 'It has been approved this morning. Good jobs!' },
    ],
  },
  {
    hoursAgo: 74 * 24,
    category: 'TECHNICAL',
    subject: 'The calendar on my phone shows jobs an hour late',
    text: 'I follow the calendar’s address in the phone. What starts at nine stands there at ten.',
    steps: [
      { after: 3, by: tunde, says: 'Your phone reads our times as those of London. Which phone is it?' },
      { after: 4, says: 'A Tecno, three years old.' },
      {
        after: 9,
        by: tunde,
        settles: 'The address now says its time zone in a way this phone understands. Remove it and add it again.',
      },
      { after: 31, reopens: 'Removed and added. Nine is still ten, only on Saturdays it is right.' },
      {
        after: 34,
        by: bisi,
        says: 'On Saturdays the phone had not fetched it yet. We have sent it in both ways; please look once more.',
      },
      { after: 52, by: bisi, settles: 'Good to hear. Nine is nine.' },
      { after: 55, rates: 4, comment: 'Two rounds, but Bisi did not let go.' },
    ],
  },
  {
    hoursAgo: 6 * 24,
    category: 'PAYMENT_PAYOUT',
    subject: 'My payout came back from the bank',
    text: 'It says that the account does not exist, but I have had it for ten years. What can I do?',
    steps: [
      {
        after: 2,
        by: tunde,
        says: 'That is annoying, and easily put right: two digits were swapped. Please compare it with your bank’s app:\n\n1. Open **Profile → Profile Information** and look at *Banking*.\n2. Correct the number.\n3. After 72 hours ask for the payout once more.\n\nThe money stands under **Earnings** as available in the meantime.',
      },
      { after: 3, says: 'You are right, 54 instead of 45. I have corrected it.' },
      { after: 26, by: tunde, settles: 'The bank knows the account now. Your next payout will arrive.' },
      { after: 30, rates: 5, comment: 'Quick, and explained so that I understood it.' },
    ],
  },
  {
    hoursAgo: 3 * 24,
    category: 'OTHER',
    subject: 'A letter about taxes for the whole year',
    text: 'My accountant wants one sheet with everything I earned this year. Is there one, or do I add up the months?',
    steps: [
      {
        after: 4,
        by: bisi,
        says: 'There are statements for each month under **Earnings → Entries**. I ask whether we can make one for the year.',
      },
      { after: 28, by: bisi, holds: 'Finance tells us by then whether a statement for the year can be made.', days: 6 },
    ],
  },
  {
    hoursAgo: 30,
    category: 'BOOKING',
    subject: 'The customer called off when I stood at the door',
    text: 'I drove for 40 minutes. He cancelled while I was ringing the bell, and the app says that it is free for him. Is that right?',
    steps: [
      {
        after: 3,
        by: tunde,
        says: 'That should not be free if you were there in time. Had you pressed **I’ve arrived** before he cancelled? If not, a photo of the door with its time helps, too.',
      },
    ],
  },
  {
    hoursAgo: 3,
    category: 'TECHNICAL',
    subject: 'Photos take very long to upload in the evening',
    text: 'Since the weekend a photo takes a minute between seven and nine. In the morning it is quick. My connection is the same.',
    steps: [],
  },
]

interface TicketDemoContext {
  now: Date
  /** Runs work while Ada is signed in. */
  visit: WithSession
}

/** Creates the tickets. */
export function eventsOfTickets(app: App, { now, visit }: TicketDemoContext): DemoEvent[] {
  return ticketStories.flatMap((story, index) => {
    const { category, subject, text, steps, hoursAgo } = story
    const asked = now.getTime() - hoursAgo * HOUR
    let id = ''
    const ask = async (visitor: SignedInProvider) => {
      const body = { category, subject, text, anyway: true }
      id = (await callAsProvider(app, createTicket, { body }, visitor, { key: `ticket ${index + 1}` })).made
    }
    const take = (step: TicketStep, key: string): Promise<unknown> => {
      const params = { id }
      if ('rates' in step) {
        const body = { rating: step.rates, comment: step.comment }
        return visit((visitor) => callAsProvider(app, rateTicket, { params, body }, visitor, { key }))
      }
      if ('settles' in step) {
        const body = { text: step.settles, agent: step.by }
        return callAsMarketplace(app, resolveOperatorTicket, { params, body }, key)
      }
      if ('holds' in step) {
        const until = new Date(asked + step.after * HOUR + step.days * DAY).toISOString()
        const body = { reason: step.holds, until, agent: step.by }
        return callAsMarketplace(app, holdTicket, { params, body }, key)
      }
      if ('reopens' in step)
        return visit(async (visitor) => {
          await callAsProvider(app, reopenTicket, { params, body: {} }, visitor, { key })
          await callAsProvider(app, writeInTicket, { params, body: { text: step.reopens } }, visitor)
        })
      if ('by' in step) {
        const body = { text: step.says, agent: step.by }
        return callAsMarketplace(app, replyToTicket, { params, body }, key)
      }
      return visit(async (visitor) => {
        await callAsProvider(app, readTicket, { params }, visitor)
        await callAsProvider(app, writeInTicket, { params, body: { text: step.says } }, visitor, { key })
      })
    }
    return [
      { at: asked, happens: () => visit(ask) },
      ...steps.map((step, stepIndex) => ({
        at: asked + step.after * HOUR,
        happens: () => take(step, `ticket ${index + 1} step ${stepIndex + 1}`),
      })),
    ]
  })
}
