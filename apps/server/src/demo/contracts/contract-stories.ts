import type { CallInput } from '@fettle/protocol'
import type { createAmendment, editContract } from '@fettle/protocol/contracts/actions'
import type { CustomerKey } from '../people/people.ts'

/** Ada's contracts, one in every state. Days count back from now. */

export type ContractContent = NonNullable<CallInput<typeof editContract>['body']['content']>
type ChangeOrder = CallInput<typeof createAmendment>['body']

const naira = (whole: number) => whole * 100
/** Titles and whole naira. */
type Parts = readonly (readonly [title: string, price: number])[]

export const terms = [
  'Work begins when both have signed. Days and hours are agreed on in the chat.',
  'What is found behind walls or under floors is shown, priced as a change order and not touched before both have signed it.',
  'Parts stay mine until they are paid for. I leave the place swept every evening.',
].join('\n')

/** A contract with milestones and Ada's terms. */
export const contract = (
  title: string,
  scopeOfWork: string,
  parts: Parts,
  over: ContractContent = {},
): ContractContent => ({
  title,
  scopeOfWork,
  totalAmount: naira(parts.reduce((sum, [, price]) => sum + price, 0)),
  milestones: parts.map(([name, price]) => ({ title: name, amount: naira(price) })),
  warranty: { months: 12, text: 'On all joints I made, parts as their maker gives it.' },
  terms: { templateId: null, templateVersion: null, text: terms },
  ...over,
})

export type ContractStep = { ago: number } & (
  | { do: 'send' | 'sign' | 'end' }
  | { do: 'agree'; title: string }
  | { do: 'start' | 'approve'; milestone: number }
  | { do: 'submit'; milestone: number; note: string }
  | { do: 'decline' | 'ask-changes' | 'void' | 'contest'; note: string }
  | { do: 'hold'; note: string; inDays: number }
  | { do: 'propose-end'; milestone: number; note: string; done: number }
  | { do: 'change'; order: ChangeOrder }
)

export interface ContractStory {
  who: CustomerKey
  content: ContractContent
  /** Days since it was created. */
  ago: number
  steps: readonly ContractStep[]
}

/** A milestone started, and submitted later that day. */
export const worked = (milestone: number, ago: number, note: string): ContractStep[] => [
  { do: 'start', milestone, ago },
  { do: 'submit', milestone, ago: ago - 0.6, note },
]

export const contractStories: readonly ContractStory[] = [
  {
    who: 'funke',
    content: contract(
      'New pipes in flat 3',
      'The galvanised pipes of flat 3 out, PVC in, from the riser to every tap.',
      [
        ['Pipes in the kitchen', 62_000],
        ['Pipes in the bathroom', 58_000],
      ],
    ),
    ago: 44,
    steps: [
      { do: 'send', ago: 43.8 },
      { do: 'sign', ago: 43.2 },
      ...worked(1, 41, 'Kitchen is done and holds 6 bar.'),
      { do: 'approve', milestone: 1, ago: 40 },
      ...worked(2, 39, 'Bathroom too. Walls are closed and dry.'),
      { do: 'approve', milestone: 2, ago: 38 },
    ],
  },
  {
    who: 'ibrahim',
    content: contract(
      'A second kitchen line',
      'Water and drain for the new kitchen line, with a grease trap of its own.',
      [
        ['Water', 90_000],
        ['Drain and grease trap', 150_000],
      ],
    ),
    ago: 34,
    steps: [
      { do: 'send', ago: 33.9 },
      { do: 'sign', ago: 33.8 },
      ...worked(1, 32, 'Cold and hot are there, capped for the machines.'),
      { do: 'approve', milestone: 1, ago: 31 },
      { do: 'start', milestone: 2, ago: 30 },
      { do: 'propose-end', milestone: 2, ago: 28, note: 'The landlord does not allow the second line.', done: 20 },
      { do: 'end', ago: 27.6 },
    ],
  },
  {
    who: 'tobi',
    content: contract('Solar water heater', 'A solar heater on the roof, 150 litres, with pipes to the bathroom.', [
      ['Heater and roof work', 310_000],
      ['Pipes and connection', 85_000],
    ]),
    ago: 26,
    steps: [{ do: 'send', ago: 25.8 }],
  },
  {
    who: 'grace',
    content: contract('Guest house, all taps', 'Every tap of the guest house renewed, nine in all.', [
      ['Nine taps', 126_000],
    ]),
    ago: 22,
    steps: [
      { do: 'send', ago: 21.9 },
      { do: 'decline', ago: 21, note: 'My nephew gives me the taps, then it is not worth a contract.' },
    ],
  },
  {
    who: 'tobi',
    content: contract('Borehole pump and tank', 'Pump, pressure tank and pipe to the house.', [
      ['Pump and tank', 240_000],
      ['Pipe to the house', 60_000],
    ]),
    ago: 20,
    steps: [
      { do: 'send', ago: 19.9 },
      { do: 'sign', ago: 19.5 },
      { do: 'start', milestone: 1, ago: 18 },
      { do: 'propose-end', milestone: 1, ago: 13, note: 'It takes too long, I want it to end here.', done: 10 },
      { do: 'contest', ago: 12.5, note: 'The pump is bought and lies at your gate. That is more than a tenth.' },
    ],
  },
  {
    who: 'sarah',
    content: contract('Laundry room', 'Drain, water and a floor gully for the laundry room.', [
      ['Laundry room', 74_000],
    ]),
    ago: 17,
    steps: [
      { do: 'send', ago: 16.9 },
      { do: 'void', ago: 16.5, note: 'Sent to the wrong address, you get it anew.' },
    ],
  },
  {
    who: 'chidi',
    content: contract('Rain water for the garden', 'Gutter, two tanks, a filter and a pump for the garden.', [
      ['Gutter and tanks', 130_000],
      ['Filter and pump', 95_000],
    ]),
    ago: 15,
    steps: [
      { do: 'send', ago: 14.9 },
      { do: 'sign', ago: 14.8 },
      { do: 'start', milestone: 1, ago: 9 },
      { do: 'hold', ago: 5, note: 'The tanks come on the truck from Kano.', inDays: 9 },
    ],
  },
  {
    who: 'funke',
    content: contract(
      'Bathrooms of four flats',
      'The four bathrooms one after another: trays and old pipes out, new pipes, new showers, all tested.',
      [
        ['Flat 1', 185_000],
        ['Flat 2', 185_000],
        ['Flat 4', 185_000],
        ['Flat 5', 185_000],
      ],
      {
        sequential: true,
        retentionBps: 500,
        paymentTerms: { dueDays: 14, lateFeeBps: 0 },
        exclusions: 'Tiles, painting.',
      },
    ),
    ago: 11,
    steps: [
      { do: 'send', ago: 10.9 },
      { do: 'sign', ago: 10.6 },
      { do: 'start', milestone: 1, ago: 9.5 },
      {
        do: 'change',
        ago: 9.2,
        order: {
          title: 'Rotten joist under flat 1',
          reason: 'HIDDEN_CONDITION',
          description: 'Under the old tray. It does not carry a new one.',
          lines: [{ description: 'Joist, 3 m, with brackets', unitAmount: naira(28_000) }],
          milestoneChanges: [{ kind: 'ADD', title: 'Joist under flat 1', amount: naira(28_000) }],
          scheduleImpactDays: 1,
        },
      },
      { do: 'agree', ago: 9, title: 'Rotten joist under flat 1' },
      { do: 'submit', milestone: 1, ago: 7, note: 'Flat 1 is ready, hot and cold.' },
      { do: 'approve', milestone: 1, ago: 6.4 },
      { do: 'start', milestone: 2, ago: 5 },
      { do: 'submit', milestone: 2, ago: 3.2, note: 'Flat 2 as flat 1. The tenant has tried it.' },
      {
        do: 'change',
        ago: 2.6,
        order: {
          title: 'Mixers with thermostat in flats 4 and 5',
          reason: 'CUSTOMER_REQUEST',
          description: 'As you asked on the stairs.',
          lines: [
            { description: 'Mixer with thermostat, more than the plain one', quantity: '2', unitAmount: naira(21_000) },
          ],
          milestoneChanges: [{ kind: 'ADD', title: 'Mixers in flats 4 and 5', amount: naira(42_000) }],
        },
      },
    ],
  },
  {
    who: 'grace',
    content: contract('Terrace drain', 'A drain along the terrace, with an inspection chamber.', [
      ['Terrace drain', 88_000],
    ]),
    ago: 4.6,
    steps: [
      { do: 'send', ago: 4.5 },
      { do: 'ask-changes', ago: 3.8, note: 'Please write that the hibiscus stays where it is.' },
    ],
  },
  {
    who: 'ibrahim',
    content: contract(
      'Service of the kitchen, one year',
      'Every three months: grease trap, taps, drains and the dishwasher line looked over.',
      [
        ['First quarter', 35_000],
        ['Second quarter', 35_000],
        ['Third quarter', 35_000],
        ['Fourth quarter', 35_000],
      ],
      { coolingOffDays: 7 },
    ),
    ago: 3.2,
    steps: [{ do: 'send', ago: 3.1 }],
  },
  {
    who: 'sarah',
    content: { title: 'Second bathroom', scopeOfWork: 'Two taps, the shower and the drain of the second bathroom.' },
    ago: 2.4,
    steps: [],
  },
]
