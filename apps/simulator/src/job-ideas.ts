import type { SimulatorPicture } from './pictures.ts'

/** A problem as a customer would describe it. */
export interface JobIdea {
  title: string
  description: string
  /** Their first message. */
  opening: string
  minutes: number
  /** Budget in whole naira. */
  naira: number
  picture: SimulatorPicture
}

export const smallJobs: readonly JobIdea[] = [
  {
    title: 'Kitchen tap will not close',
    description: 'It runs in a thin stream even when it is shut tight. The handle turns too far.',
    opening: 'my kitchen tap will not close any more. Could you have a look?',
    minutes: 60,
    naira: 18_000,
    picture: 'tap',
  },
  {
    title: 'Toilet keeps running',
    description: 'The cistern fills for ever, one can hear it all night.',
    opening: 'our toilet has been running for three days, and the water bill with it.',
    minutes: 60,
    naira: 15_000,
    picture: 'cistern',
  },
  {
    title: 'Leak under the bathroom sink',
    description: 'There is a puddle every morning. It comes from the joint at the wall, I think.',
    opening: 'there is a puddle under my bathroom sink every morning.',
    minutes: 90,
    naira: 25_000,
    picture: 'leak',
  },
  {
    title: 'Shower has no pressure',
    description: 'Upstairs only. Downstairs everything is fine.',
    opening: 'my shower upstairs is down to a trickle.',
    minutes: 90,
    naira: 22_000,
    picture: 'shower',
  },
  {
    title: 'Sink drains slowly',
    description: 'We tried the usual, it helped for a day.',
    opening: 'our kitchen sink takes ten minutes to drain. Do you do drains?',
    minutes: 60,
    naira: 20_000,
    picture: 'leak',
  },
  {
    title: 'Fit a new water heater',
    description: 'The heater is here, still in its box. The old one has to come off first.',
    opening: 'I bought a water heater and need somebody who fits it properly.',
    minutes: 150,
    naira: 45_000,
    picture: 'heater',
  },
]

export const largeJobs: readonly JobIdea[] = [
  {
    title: 'New bathroom, ground floor',
    description:
      'Everything out, everything new: shower, basin, toilet, tiles to the ceiling. About six square metres.',
    opening: 'we want to do our bathroom from scratch. Would you quote for it?',
    minutes: 480,
    naira: 1_400_000,
    picture: 'bathroom',
  },
  {
    title: 'Pipes of the boys’ quarters',
    description: 'All galvanised and all rusty. We would like PVC throughout, two kitchens and two baths.',
    opening: 'the pipes in our boys’ quarters are finished. We need a proper quote for all of them.',
    minutes: 480,
    naira: 900_000,
    picture: 'pipes',
  },
]
