import { contract, worked, type ContractStory, type ContractStep } from '../contracts/contract-stories.ts'

/** Sent at once, signed the next day. Contracts of earlier months; days count back from now. */
const signed = (ago: number): ContractStep[] => [
  { do: 'send', ago: ago - 0.1 },
  { do: 'sign', ago: ago - 0.9 },
]

const done = (milestone: number, ago: number, note: string): ContractStep[] => [
  ...worked(milestone, ago, note),
  { do: 'approve', milestone, ago: ago - 1.4 },
]

export const historyOfContracts: readonly ContractStory[] = [
  {
    who: 'tunji',
    content: contract(
      'The scullery, piped anew',
      'Every pipe of the scullery, in copper, along the walls where one sees it.',
      [['Pipes', 96_000]],
    ),
    ago: 158,
    steps: [...signed(158), ...done(1, 154, 'All of it holds, Captain. I polished the bends.')],
  },
  {
    who: 'peter',
    content: contract('Three showers for the hostel', 'Three showers on the ground floor, with a drain of their own.', [
      ['Drain and pipes', 160_000],
      ['Showers', 125_000],
    ]),
    ago: 126,
    steps: [
      ...signed(126),
      ...done(1, 121, 'The drain runs, the pipes are tested at 6 bar.'),
      ...done(2, 117, 'Three of three are warm.'),
    ],
  },
  {
    who: 'segun',
    content: contract('Yard drain', 'A channel along the yard, to the street.', [['Channel', 92_000]]),
    ago: 110,
    steps: [
      { do: 'send', ago: 109.8 },
      { do: 'decline', ago: 107, note: 'My cousin has a digger, and now he has the job as well.' },
    ],
  },
  {
    who: 'ngozi',
    content: contract('Guest toilet under the stairs', 'Corner toilet, basin, water and drain, in a metre and ten.', [
      ['Water and drain', 74_000],
      ['Toilet and basin', 90_000],
    ]),
    ago: 101,
    steps: [
      ...signed(101),
      ...done(1, 97, 'Pipes are in the wall. It fits, by a finger.'),
      ...done(2, 93, 'Please try the door once more.'),
    ],
  },
  {
    who: 'kemi',
    content: contract('Basins for the salon', 'Three basins with hot water, on a Sunday and a Monday.', [
      ['Basins', 340_000],
    ]),
    ago: 96,
    steps: [...signed(96), ...done(1, 92, 'All three have hot water. No neck was hurt.')],
  },
  {
    who: 'halima',
    content: contract('Rain water tank', 'A tank of 2,000 litres behind the house, filter and tap.', [
      ['Tank', 188_000],
    ]),
    ago: 76,
    steps: [
      { do: 'send', ago: 75.8 },
      { do: 'void', ago: 74, note: 'The tank is not made any more. I write it anew.' },
    ],
  },
  {
    who: 'ibrahim',
    content: contract('Hot water for the kitchen', 'Gas heater outside, pipes to both sinks, the old one taken away.', [
      ['Heater', 310_000],
    ]),
    ago: 66,
    steps: [...signed(66), ...done(1, 63, 'Sixteen litres a minute, power or no power.')],
  },
  {
    who: 'amara',
    content: contract('A quiet cistern', 'Concealed cistern, wall closed and tiled as before.', [['Cistern', 137_000]]),
    ago: 41,
    steps: [...signed(41), ...done(1, 36, 'You will not hear it. I stood outside and did not.')],
  },
  {
    who: 'emeka',
    content: contract('Tank with a level sensor', 'Tank cleaned, sensor in, cable to the house.', [
      ['Tank and sensor', 104_000],
    ]),
    ago: 31,
    steps: [{ do: 'send', ago: 30.9 }],
  },
]
