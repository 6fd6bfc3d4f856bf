import type { CallInput } from '@fettle/protocol'
import type { saveOfferDraft } from '@fettle/protocol/offers/actions'
import type { OfferDeclineReason } from '@fettle/protocol/marketplace/offers'
import type { createPriceBookItem } from '@fettle/protocol/offers/price-book'
import type { CustomerKey } from '../people/people.ts'

/** Offers Ada wrote, with their outcomes. Days count back from now. */

export type OfferDraftContent = CallInput<typeof saveOfferDraft>['body']['content']

const naira = (whole: number) => whole * 100
const part = (id: string, name: string, price: number, over: object = {}) =>
  ({
    id,
    kind: 'MATERIAL',
    name,
    quantity: '1',
    unit: 'ITEM',
    unitPrice: naira(price),
    taxRateBps: 750,
    ...over,
  }) as const
const work = (id: string, name: string, days: string, over: object = {}) =>
  part(id, name, 45_000, { kind: 'LABOUR', unit: 'DAY', quantity: days, ...over })

/** An offer that uses every feature: alternatives, add-on and sections. */
export const bathroom = {
  title: 'Bathroom for the guest room',
  intro: 'Good morning. As we said: the old tray out, the pipes renewed up to the shut-off, and a shower that lasts.',
  sections: [
    { id: 'out', title: 'Taking out' },
    { id: 'pipes', title: 'Pipes' },
    { id: 'new', title: 'The new shower' },
  ],
  lineItems: [
    work('strip', 'Take out tray, tiles and old pipes', '1', { sectionId: 'out' }),
    part('skip', 'Rubble to the dump', 18_000, { kind: 'DISPOSAL', unit: 'TRIP', sectionId: 'out' }),
    part('pipe', 'PVC pipe and fittings', 2_400, {
      quantity: '14.5',
      unit: 'M',
      sectionId: 'pipes',
      costPrice: naira(1_500),
    }),
    work('plumb', 'Lay the pipes and test them', '1.5', { sectionId: 'pipes' }),
    part('good', 'Electric shower', 85_000, { optionGroupId: 'shower', sectionId: 'new', costPrice: naira(70_000) }),
    part('better', 'Mixer shower with thermostat', 140_000, {
      optionGroupId: 'shower',
      sectionId: 'new',
      selected: true,
      costPrice: naira(112_000),
    }),
    part('best', 'Rain shower with thermostat', 230_000, {
      optionGroupId: 'shower',
      sectionId: 'new',
      costPrice: naira(190_000),
    }),
    part('rail', 'Grab rail by the tray', 12_000, {
      optional: true,
      sectionId: 'new',
      customerQuantity: { min: '1', max: '3' },
    }),
  ],
  optionGroups: [{ id: 'shower', name: 'Which shower', minSelect: 1, maxSelect: 1 }],
  deposit: { type: 'PERCENT', value: 3000, dueOn: 'BEFORE_START' },
  exclusions: 'Painting of the walls.',
  terms: 'Parts stay mine until they are paid for. What we find behind the tiles is quoted before it is touched.',
  warrantyMonths: 12,
  estimatedMinutes: 960,
} satisfies OfferDraftContent

const softener = {
  title: 'Water softener behind the meter',
  lineItems: [
    part('softener', 'Softener, 20 litres of resin', 310_000, { costPrice: naira(260_000) }),
    work('fit', 'Fit it with a bypass', '0.5'),
    part('salt', 'Salt, 25 kg', 9_500, { quantity: '2', optional: true, selected: true }),
  ],
  deposit: { type: 'FIXED', value: naira(150_000), dueOn: 'ACCEPTANCE' },
  warrantyMonths: 24,
  estimatedMinutes: 240,
} satisfies OfferDraftContent

const pump = {
  title: 'A second pump for the kitchen',
  lineItems: [
    part('pump', 'Pump, 0.75 kW', 185_000, { costPrice: naira(150_000) }),
    work('wire', 'Fit and wire it', '1'),
  ],
  discount: { type: 'PERCENT', value: 500, label: 'For keeping the weekly visit' },
} satisfies OfferDraftContent

/** An offer with material and labour. */
export const simple = (title: string, what: string, price: number, days: string): OfferDraftContent => ({
  title,
  lineItems: [part('parts', what, price), work('work', 'Fit it and test it', days)],
})

/** Unsent drafts without a request. */
export const drafts = [
  { who: 'ibrahim', ago: 3.6, content: pump },
  {
    who: 'halima',
    ago: 9.2,
    content: simple('Rain water to the washing machine', 'Filter and float valve', 64_000, '0.5'),
  },
  { who: 'funke', ago: 1.8, content: simple('Water meters for each flat', 'Four meters with valves', 148_000, '1.5') },
] satisfies { who: CustomerKey; ago: number; content: OfferDraftContent }[]

export const prices: readonly CallInput<typeof createPriceBookItem>['body'][] = [
  { kind: 'LABOUR', name: 'A day of work', unit: 'DAY', unitPrice: naira(45_000), taxRateBps: 750 },
  { kind: 'LABOUR', name: 'An hour of work', unit: 'HOUR', unitPrice: naira(7_500), taxRateBps: 750 },
  { kind: 'TRAVEL', name: 'Way there and back', unit: 'TRIP', unitPrice: naira(5_000) },
  {
    kind: 'MATERIAL',
    name: 'PVC pipe, 25 mm',
    unit: 'M',
    unitPrice: naira(2_400),
    costPrice: naira(1_500),
    taxRateBps: 750,
  },
  {
    kind: 'MATERIAL',
    name: 'Ball valve',
    unit: 'ITEM',
    unitPrice: naira(6_800),
    costPrice: naira(4_900),
    taxRateBps: 750,
  },
  { kind: 'DISPOSAL', name: 'Rubble to the dump', unit: 'TRIP', unitPrice: naira(18_000), taxRateBps: 750 },
]

/** Steps of an offer after its request, in order. */
export type OfferStep = { ago: number } & (
  | { do: 'send'; content: OfferDraftContent; validDays?: number }
  | { do: 'view' | 'accept' | 'close' }
  | { do: 'ask-changes'; note: string }
  | { do: 'decline'; note: string; because?: OfferDeclineReason }
  | { do: 'pass'; note: string }
  | { do: 'withdraw'; note: string }
  /** Days from now, at ten in Lagos. */
  | { do: 'book'; inDays: number }
)

export interface OfferStory {
  who: CustomerKey
  title: string
  description: string
  urgency?: 'EMERGENCY' | 'THIS_WEEK' | 'FLEXIBLE'
  askedAgo: number
  budget?: number
  after: readonly OfferStep[]
}

export const offerStories: readonly OfferStory[] = [
  {
    who: 'tobi',
    title: 'A shower for four',
    description: 'The water pressure is a joke. What would a pump cost?',
    askedAgo: 30,
    after: [
      { do: 'send', ago: 29.5, content: simple('A booster pump', 'Pump, 0.5 kW', 140_000, '1'), validDays: 10 },
      { do: 'view', ago: 29 },
    ],
  },
  {
    who: 'grace',
    title: 'A new boiler for the guest house',
    description: 'The old one is from 1998. I do not know what one needs today.',
    askedAgo: 12,
    after: [
      { do: 'send', ago: 11.5, content: simple('A new boiler for the guest house', 'Boiler, 80 litres', 420_000, '2') },
      { do: 'view', ago: 11.2 },
      { do: 'decline', ago: 10.5, note: 'I am afraid that is more than the guest house earns in a year.' },
    ],
  },
  {
    who: 'sarah',
    title: 'Tiles in the kitchen',
    description: 'Forty square metres. I have not chosen the tiles yet.',
    askedAgo: 11,
    after: [{ do: 'pass', ago: 10.8, note: 'Tiling is not my trade. I can name you somebody good.' }],
  },
  {
    who: 'sarah',
    title: 'Bathroom for the guest room',
    description: 'Everything out and new. My mother comes at the end of next month.',
    askedAgo: 9,
    budget: 500_000,
    after: [
      { do: 'send', ago: 8.5, content: bathroom },
      { do: 'ask-changes', ago: 7.5, note: 'Is there anything you can do about the price? Then I would take it.' },
      {
        do: 'send',
        ago: 6.5,
        content: {
          ...bathroom,
          discount: { type: 'FIXED', value: naira(15_000), label: 'Because it is the second job this year' },
        },
      },
      { do: 'view', ago: 6 },
    ],
  },
  {
    who: 'grace',
    title: 'The drain by the terrace',
    description: 'It has been slow since the rains. Mr. Okon next door recommended you.',
    askedAgo: 8,
    after: [
      { do: 'send', ago: 7.8, content: simple('The drain by the terrace', 'Pipe and inspection chamber', 38_000, '1') },
      { do: 'accept', ago: 7.2 },
      { do: 'book', ago: 7, inDays: 14 },
    ],
  },
  {
    who: 'tobi',
    title: 'A tap that does not drip',
    description: 'As cheap as it gets, please.',
    askedAgo: 6.5,
    after: [
      { do: 'send', ago: 6.3, content: simple('A new kitchen tap', 'Tap', 14_000, '0.25') },
      { do: 'withdraw', ago: 6.2, note: 'I wrote the wrong tap. You get another one tomorrow.' },
    ],
  },
  {
    who: 'chidi',
    title: 'Water softener behind the meter',
    description: 'Hardness is 21 °dH. Space is 60 × 40 cm, drain within 2 m.',
    urgency: 'THIS_WEEK',
    askedAgo: 5,
    after: [
      { do: 'send', ago: 4.6, content: softener },
      { do: 'view', ago: 4.5 },
      { do: 'accept', ago: 4.2 },
    ],
  },
  {
    who: 'ibrahim',
    title: 'Ice machine needs its own water',
    description: 'Behind the bar. Before the weekend, my friend.',
    urgency: 'THIS_WEEK',
    askedAgo: 4.4,
    after: [{ do: 'close', ago: 4.1 }],
  },
  {
    who: 'tobi',
    title: 'A washing machine for four',
    description: 'We have the machine. We have no tap for it.',
    askedAgo: 3.4,
    after: [
      { do: 'send', ago: 3.3, content: simple('Tap and drain for the machine', 'Valve, hose, trap', 21_000, '0.5') },
      { do: 'ask-changes', ago: 2.9, note: 'We bring the parts ourselves, a friend works at the market.' },
    ],
  },
  {
    who: 'chidi',
    title: 'Leak detector at the tank',
    description: 'Two sensors, one valve. It should close by itself.',
    askedAgo: 2.6,
    after: [
      {
        do: 'send',
        ago: 2.4,
        content: simple('Leak detector at the tank', 'Sensors and valve', 96_000, '0.5'),
        validDays: 4,
      },
    ],
  },
  {
    who: 'grace',
    title: 'A tap by the roses',
    description:
      'So that nobody has to carry the can. It would be on the south wall, some eight metres from the kitchen.',
    askedAgo: 1.2,
    after: [],
  },
]
