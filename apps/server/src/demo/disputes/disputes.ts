import type { DisputeReason } from '@fettle/protocol/disputes'

/** Disputes between Ada and her customers. Days count back from now. */

const naira = (whole: number): number => whole * 100

type Side = 'ada' | 'customer'
type Step = { daysAgo: number; by: Side } & (
  | { do: 'answer'; text: string }
  | { do: 'propose'; amount: number; text: string }
  | { do: 'accept' }
)

export interface DisputeStory {
  job: string
  daysAgo: number
  about: 'BOOKING' | 'CANCELLATION'
  reasonCode: DisputeReason
  statement: string
  amount: number
  wish?: string
  steps: readonly Step[]
}

/** One settled, one in negotiation, one to be answered; all opened by the customer. */
export const disputes: readonly DisputeStory[] = [
  {
    job: 'Slow kitchen drain',
    daysAgo: 29.4,
    about: 'BOOKING',
    reasonCode: 'PRICE',
    statement:
      'Dear Ada, the drain is a joy. Only, you were here for one hour and not for one and a half as we had said, and I feel the bill should know.',
    amount: naira(3_000),
    steps: [
      {
        by: 'ada',
        daysAgo: 28.9,
        do: 'answer',
        text: 'We agreed on a price for the drain, not for the hours, Ma. The snake I used is hired by the day.',
      },
      { by: 'ada', daysAgo: 28.8, do: 'propose', amount: naira(1_500), text: 'Half of it, and I come for tea.' },
      { by: 'customer', daysAgo: 28.3, do: 'accept' },
    ],
  },
  {
    job: 'Tap in the prep area drips',
    daysAgo: 4.2,
    about: 'BOOKING',
    reasonCode: 'QUALITY',
    statement:
      'It dripped again on Saturday in the middle of service. My nephew tightened it, but I paid for a tap that does not drip.',
    amount: naira(8_000),
    wish: 'A new cartridge, or most of the money back.',
    steps: [
      {
        by: 'ada',
        daysAgo: 3.6,
        do: 'answer',
        text: 'I changed the seal as we had said, and told you that the cartridge will go next. I did not charge one.',
      },
      {
        by: 'customer',
        daysAgo: 1.3,
        do: 'propose',
        amount: naira(5_000),
        text: 'Keep five, and I buy the cartridge myself. Then we are good.',
      },
    ],
  },
  {
    job: 'Fit a pressure valve',
    daysAgo: 1.1,
    about: 'CANCELLATION',
    reasonCode: 'FEE',
    statement: 'Water was off in the whole street, nobody could have fitted anything. I do not see why I pay for that.',
    amount: naira(10_000),
    steps: [],
  },
]
