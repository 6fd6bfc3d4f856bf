import type { DeclineReason } from '@fettle/protocol/bookings'

/** The demo town as data: who lives there, what they asked Ada for and what was said. Times are those of Lagos. */

export const PASSWORD = 'fettle-demo-2026'

export const ada = {
  email: 'ada@fettle.test',
  phone: '+2348031234567',
  personal: { firstName: 'Ada', lastName: 'Obi', dateOfBirth: '1989-04-12', gender: 'FEMALE' },
  location: { address: '12 Bode Thomas Street', city: 'Surulere', state: 'Lagos', country: 'NG' },
  banking: { accountName: 'Ada Obi', bankName: 'Guaranty Trust Bank', accountNumber: '0123456785' },
  professional: {
    serviceType: 'PLUMBING',
    skillLevel: 'EXPERT',
    yearsOfExperience: 14,
    servicesProvided: ['Leaks and bursts', 'Drains', 'Water heaters', 'Bathroom fitting'],
  },
} as const

export const bola = { email: 'bola@fettle.test', phone: '+2348057654321', firstName: 'Bola', lastName: 'Adewale' }

/** Each with the place they live in, and how they are: what they write follows from it. */
export const customers = {
  /** An engineer: few words, on time. */
  chidi: {
    name: 'Chidi Okafor',
    phone: '+2348090001122',
    email: 'chidi.okafor@example.com',
    home: {
      line1: '5 Adeniran Ogunsanya Street',
      city: 'Surulere',
      lat: 6.49518,
      lng: 3.35672,
      accessNotes: 'Blue gate. Call when you arrive.',
    },
  },
  /** Lets four flats in Yaba: the best customer, and a talker. */
  funke: {
    name: 'Funke Adeyemi',
    phone: '+2348023344556',
    email: 'funke@adeyemi-homes.example.com',
    home: {
      line1: '27 Herbert Macaulay Way',
      city: 'Yaba',
      lat: 6.50952,
      lng: 3.37113,
      accessNotes: 'The caretaker, Mr. Sunday, has the keys.',
    },
  },
  /** Runs a restaurant: always in a hurry, pays at once. */
  ibrahim: {
    name: 'Ibrahim Musa',
    phone: '+2348061112233',
    email: 'ibrahim@sahelgrill.example.com',
    home: {
      line1: 'Sahel Grill, 14 Allen Avenue',
      city: 'Ikeja',
      lat: 6.60184,
      lng: 3.35149,
      accessNotes: 'Use the kitchen door behind the building.',
    },
  },
  /** A retired teacher: writes letters, not messages. */
  grace: {
    name: 'Grace Nwosu',
    phone: '+2348037788990',
    email: 'grace.nwosu@example.com',
    home: { line1: '3 Apapa Road', city: 'Ebute Metta', lat: 6.48286, lng: 3.37868 },
  },
  /** A student with three flatmates: counts every naira. */
  tobi: {
    name: 'Tobi Balogun',
    phone: '+2348145566778',
    email: 'tobi.balogun@example.com',
    home: {
      line1: '41 St. Finbarr’s Road',
      city: 'Akoka',
      lat: 6.52561,
      lng: 3.38848,
      accessNotes: 'Second floor, left.',
    },
  },
  /** Moving in from Accra, still choosing tiles. */
  sarah: {
    name: 'Sarah Mensah',
    phone: '+233244112233',
    email: 'sarah.mensah@example.com',
    home: {
      line1: '8 Admiralty Way',
      city: 'Lekki',
      lat: 6.44739,
      lng: 3.47232,
      accessNotes: 'Estate gate: say you are here for house 8.',
    },
  },
} as const

export type Who = keyof typeof customers

export type Became =
  | 'completed'
  | 'handed-over'
  | 'paused'
  | 'in-progress'
  | 'arrived'
  | 'en-route'
  | 'no-show'
  | 'cancelled-late'
  | 'to-be-moved'

interface Job {
  who: Who
  title: string
  description: string
  /** What became of it once it was accepted: what lies behind is completed unless this says otherwise. */
  became?: Became
  /** Minutes from the moment the town begins, instead of a day and a time. */
  startsIn?: number
  /** Days from today, and the time of day. */
  day: number
  at: string
  minutes: number
  /** Naira; to be quoted when absent. */
  naira?: number
  /** Naira an hour instead of a fixed price. */
  hourly?: boolean
  /** Minutes before now; two days before the start unless given. */
  askedAgo?: number
  outcome: 'accepted' | 'expired' | 'withdrawn' | 'waiting' | { declined: DeclineReason; note?: string }
}

export const jobs: readonly Job[] = [
  {
    who: 'funke',
    title: 'Replace the bathroom mixer in flat 2',
    description: 'The old one drips and the tenant is counting the drops. I have bought the new mixer already.',
    day: -34,
    at: '09:00',
    minutes: 120,
    naira: 28_000,
    outcome: 'accepted',
  },
  {
    who: 'grace',
    title: 'Slow kitchen drain',
    description:
      'Dear Ada, the water stands in the sink for a quarter of an hour after washing up. I have tried hot water and soda without success.',
    day: -31,
    at: '10:00',
    minutes: 90,
    naira: 15_000,
    outcome: 'accepted',
  },
  {
    who: 'chidi',
    title: 'Water heater trips the fuse',
    description: '50 l, six years old. Trips after ten minutes.',
    day: -27,
    at: '13:00',
    minutes: 60,
    naira: 18_000,
    hourly: true,
    outcome: 'accepted',
  },
  {
    who: 'ibrahim',
    title: 'Grease trap is blocked',
    description: 'Kitchen closes at three. It must run again by six.',
    day: -24,
    at: '15:00',
    minutes: 180,
    naira: 65_000,
    outcome: 'accepted',
  },
  {
    who: 'tobi',
    title: 'New shower head and hose',
    description: 'We are four, so the cheapest that lasts.',
    day: -20,
    at: '11:00',
    minutes: 45,
    naira: 3_000,
    outcome: { declined: 'PRICE_TOO_LOW', note: 'The hose alone is 4,500. Happy to come for 9,000 with parts.' },
  },
  {
    who: 'funke',
    title: 'Leak under the sink in flat 4',
    description: 'The tenant says it is only a little. The ceiling of flat 3 says otherwise.',
    day: -18,
    at: '09:30',
    minutes: 120,
    naira: 24_000,
    outcome: 'accepted',
  },
  {
    who: 'sarah',
    title: 'Install a washing machine',
    description: 'It comes with the container, maybe on Monday.',
    day: -15,
    at: '10:00',
    minutes: 120,
    outcome: 'expired',
  },
  {
    who: 'sarah',
    title: 'Plumb in the washing machine',
    description: 'It has arrived! There is a tap behind it but no drain yet.',
    day: -13,
    at: '10:00',
    minutes: 150,
    naira: 32_000,
    outcome: 'accepted',
  },
  {
    who: 'tobi',
    title: 'Toilet keeps running',
    description: 'All night. You can hear it next door.',
    day: -10,
    at: '16:00',
    minutes: 60,
    naira: 8_000,
    outcome: 'withdrawn',
  },
  {
    who: 'ibrahim',
    title: 'Tap in the prep area drips',
    description: 'Small thing, big water bill.',
    day: -9,
    at: '08:30',
    minutes: 60,
    naira: 12_000,
    outcome: 'accepted',
  },
  {
    who: 'grace',
    title: 'Replace the cistern',
    description: 'Dear Ada, the cistern has served since 1987 and would like to retire, as I did.',
    day: -7,
    at: '14:00',
    minutes: 120,
    naira: 38_000,
    outcome: 'accepted',
  },
  {
    who: 'sarah',
    title: 'Look at the water pump',
    description: 'It hums. I am home all afternoon, promise.',
    day: -6,
    at: '16:00',
    minutes: 60,
    naira: 15_000,
    outcome: 'accepted',
    became: 'no-show',
  },
  {
    who: 'chidi',
    title: 'Fit a pressure valve',
    description: '3 bar, three quarter inch. Valve is here.',
    day: -4,
    at: '11:00',
    minutes: 60,
    naira: 20_000,
    outcome: 'accepted',
    became: 'cancelled-late',
  },
  {
    who: 'sarah',
    title: 'Outdoor tap at the Ajah house',
    description: 'For the garden, next to the gate.',
    day: -5,
    at: '12:00',
    minutes: 90,
    naira: 20_000,
    outcome: { declined: 'TOO_FAR' },
  },
  {
    who: 'funke',
    title: 'Re-pipe the laundry in flat 1',
    description: 'Galvanised pipe, brown water. Please price PVC for the whole room.',
    day: -3,
    at: '09:00',
    minutes: 240,
    naira: 95_000,
    outcome: 'accepted',
  },
  {
    who: 'tobi',
    title: 'Toilet keeps running, again',
    description: 'We pooled the money.',
    day: -2,
    at: '15:00',
    minutes: 60,
    naira: 9_000,
    outcome: 'accepted',
    became: 'paused',
  },
  {
    who: 'chidi',
    title: 'Low pressure upstairs',
    description: '1.2 bar at the pump, 0.4 at the shower.',
    day: -1,
    at: '10:00',
    minutes: 90,
    naira: 18_000,
    hourly: true,
    outcome: 'accepted',
    became: 'handed-over',
  },
  {
    who: 'ibrahim',
    title: 'Connect the new dishwasher',
    description: 'Electrician was here yesterday, only water is missing.',
    startsIn: -240,
    day: 0,
    at: '09:00',
    minutes: 120,
    naira: 30_000,
    outcome: 'accepted',
    became: 'in-progress',
  },
  {
    who: 'grace',
    title: 'Bathroom tap needs a washer',
    description: 'Dear Ada, only a small matter this time.',
    startsIn: -30,
    day: 0,
    at: '14:00',
    minutes: 60,
    naira: 10_000,
    outcome: 'accepted',
    became: 'arrived',
  },
  {
    who: 'chidi',
    title: 'Stopcock is stuck',
    description: 'Hand tight, then not at all.',
    startsIn: 75,
    day: 0,
    at: '16:00',
    minutes: 60,
    naira: 14_000,
    outcome: 'accepted',
    became: 'en-route',
  },
  {
    who: 'funke',
    title: 'Service the boiler in flat 3',
    description: 'Yearly service. The last one was also you.',
    day: 1,
    at: '08:30',
    minutes: 120,
    naira: 22_000,
    outcome: 'accepted',
    became: 'to-be-moved',
  },
  {
    who: 'chidi',
    title: 'Fit a water meter',
    description: 'DN20, meter is here.',
    day: 1,
    at: '13:00',
    minutes: 60,
    naira: 18_000,
    hourly: true,
    outcome: 'accepted',
  },
  {
    who: 'funke',
    title: 'Bathroom refit in flat 2, first day',
    description: 'Take out the tub and the old pipes.',
    day: 5,
    at: '09:00',
    minutes: 240,
    naira: 120_000,
    askedAgo: 4 * 1440,
    outcome: 'accepted',
  },
  {
    who: 'funke',
    title: 'Bathroom refit in flat 2, second day',
    description: 'New pipes, shower tray, mixer.',
    day: 6,
    at: '09:00',
    minutes: 240,
    naira: 120_000,
    askedAgo: 4 * 1440 - 5,
    outcome: 'accepted',
  },
  {
    who: 'chidi',
    title: 'Second meter for the garden',
    description: 'Same as the first.',
    day: 9,
    at: '11:00',
    minutes: 60,
    naira: 18_000,
    hourly: true,
    askedAgo: 3 * 1440,
    outcome: 'withdrawn',
  },
  {
    who: 'grace',
    title: 'Move the washbasin',
    description: 'Dear Ada, my niece would like the basin by the window. Is this wise?',
    day: 12,
    at: '10:00',
    minutes: 120,
    askedAgo: 2 * 1440,
    outcome: 'accepted',
  },
  {
    who: 'sarah',
    title: 'Second bathroom: basin and taps',
    description: 'Basin, two taps and the mirror cabinet light is yours to ignore. I can send photos of everything.',
    day: 2,
    at: '10:00',
    minutes: 180,
    askedAgo: 190,
    outcome: 'waiting',
  },
  {
    who: 'grace',
    title: 'Garden hose connector leaks',
    description: 'Dear Ada, whenever you are near.',
    day: 1,
    at: '09:00',
    minutes: 60,
    naira: 7_000,
    askedAgo: 150,
    outcome: 'waiting',
  },
  {
    who: 'tobi',
    title: 'Kitchen tap came off',
    description: 'In my hand. I turned the water off. Mostly.',
    day: 2,
    at: '11:00',
    minutes: 60,
    naira: 9_500,
    askedAgo: 55,
    outcome: 'waiting',
  },
  {
    who: 'ibrahim',
    title: 'Pipe burst behind the freezer',
    description: 'Valve is closed, so no water in the kitchen. I need you before the weekend.',
    day: 3,
    at: '08:00',
    minutes: 120,
    naira: 55_000,
    askedAgo: 20,
    outcome: 'waiting',
  },
]
