import type { ContractDetails } from '@fettle/protocol/contracts'
import { expect, it } from 'vitest'
import { setUpScreen, type } from '../../../testing/screen.tsx'
import { Sheets } from './sheets.tsx'

const { draw, field, text, press } = setUpScreen()
const nothing = () => undefined
const contract = {
  id: 'ctr_kept',
  version: 3,
  currency: 'NGN',
  timeZone: 'Africa/Lagos',
  customer: { name: 'Ngozi Eze' },
  milestones: [],
} as unknown as ContractDetails

it.each([
  ['hold', 'Note to the customer'],
  ['void', 'Reason'],
  ['termination', 'Note to the customer'],
  ['contest-termination', 'Why'],
] as const)('keeps what was written until it is sent, whatever ends the session: %s', async (name, label) => {
  const open = (key: string) =>
    draw(
      <Sheets
        key={key}
        sheet={{ name, id: undefined }}
        contract={contract}
        now={new Date()}
        onOpen={nothing}
        onClose={nothing}
      />,
    )
  await open('first')
  await type(field(label), 'The supplier has no tiles.')
  await open('later')
  expect(field(label).value).toBe('The supplier has no tiles.')
})

it('takes the progress of a milestone in Arabic digits', async () => {
  const milestones = [{ id: 'mil_1', title: 'Tiling', amount: { amount: 100_000, currency: 'NGN' }, status: 'PENDING' }]
  await draw(
    <Sheets
      sheet={{ name: 'termination', id: undefined }}
      contract={{ ...contract, milestones } as unknown as ContractDetails}
      now={new Date()}
      onOpen={nothing}
      onClose={nothing}
    />,
  )
  await type(field('Tiling'), '٥٠')
  expect(text()).toContain('Due for these milestones₦500')
})

it('asks for the progress of a milestone before the end is proposed', async () => {
  const milestone = { amount: { amount: 100_000, currency: 'NGN' } }
  const milestones = [
    { ...milestone, id: 'mil_1', title: 'Tiling', status: 'PENDING' },
    { ...milestone, id: 'mil_2', title: 'Plumbing', status: 'SUBMITTED' },
  ]
  await draw(
    <Sheets
      sheet={{ name: 'termination', id: undefined }}
      contract={{ ...contract, id: 'ctr_ending', milestones } as unknown as ContractDetails}
      now={new Date()}
      onOpen={nothing}
      onClose={nothing}
    />,
  )
  expect([field('Tiling').value, field('Plumbing').value]).toEqual(['', '100'])
  await press('Propose')
  expect([field('Tiling').ariaInvalid, field('Plumbing').ariaInvalid]).toEqual(['true', null])
})
