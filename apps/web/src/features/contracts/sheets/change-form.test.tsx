import type { ContractDetails } from '@fettle/protocol/contracts'
import { beforeEach, expect, it } from 'vitest'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import { ChangeForm } from './change-form.tsx'

const { draw, field, button, text } = setUpScreen()
const nothing = () => undefined
const naira = (amount: number) => ({ amount, currency: 'NGN' })
const contract = {
  id: 'ctr_1',
  version: 3,
  currency: 'NGN',
  timeZone: 'Africa/Lagos',
  customer: { name: 'Ngozi Eze' },
  files: [],
  amendments: [],
  total: naira(300_000),
  milestones: [{ id: 'mil_1', title: 'In', amount: naira(300_000), dueDate: null, status: 'PENDING', disputeId: null }],
} as unknown as ContractDetails

beforeEach(() => sessionStorage.clear())

it('says why it is not saved while its milestones miss the new total', async () => {
  await draw(<ChangeForm contract={contract} now={new Date()} onOpen={nothing} onClose={nothing} id={undefined} />)
  await type(field('Line description'), 'Taps')
  await type(field('Unit price'), '500')
  expect(document.querySelector('[role=alert]')).toBeNull()
  await press(button('Save and review'))
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Milestones add up to ₦3,000')
})

it('says how much is in milestones that are not listed, because they cannot be changed', async () => {
  const note = "is in milestones that can't be changed any more"
  await draw(<ChangeForm contract={contract} now={new Date()} onOpen={nothing} onClose={nothing} id={undefined} />)
  expect(document.body.textContent).not.toContain(note)
  const [first] = contract.milestones
  const approved = { ...first, id: 'mil_0', amount: naira(68_000), status: 'APPROVED' }
  const running = { ...contract, milestones: [approved, first] } as ContractDetails
  await draw(<ChangeForm contract={running} now={new Date()} onOpen={nothing} onClose={nothing} id={undefined} />)
  expect(document.body.textContent).toContain(`₦680 ${note}`)
})

it.each([
  ['line', 'Add a line', 'Remove line 1', 'Add a line'],
  ['milestone', 'Add a milestone', 'Remove New milestone', 'Cancel this milestone'],
])('keeps the focus in the list when a %s is removed', async (_, add, remove, last) => {
  const focused = () => {
    const element = document.activeElement
    return element instanceof HTMLInputElement
      ? element.labels?.[0]?.textContent
      : (element?.ariaLabel ?? element?.textContent)
  }
  await draw(<ChangeForm contract={contract} now={new Date()} onOpen={nothing} onClose={nothing} id={undefined} />)
  await press(button(add))
  if (add === 'Add a milestone') await press(button(add))
  button(remove).focus()
  await press(button(remove))
  expect(focused()).toBe(remove)
  await press(button(remove))
  expect(focused()).toBe(last)
})

it('plans the milestones that can be changed now, although others could when it was drafted', async () => {
  const withMilestones = (first: string, second: string) =>
    ({
      ...contract,
      milestones: ['Tiling', 'Taps'].map((title, index) => ({
        id: `mil_${index}`,
        title,
        amount: naira(150_000),
        dueDate: null,
        status: index === 0 ? first : second,
        disputeId: null,
      })),
    }) as unknown as ContractDetails
  const show = (latest: ContractDetails) =>
    draw(<ChangeForm contract={latest} now={new Date()} onOpen={nothing} onClose={nothing} id={undefined} />)
  const planned = () =>
    [...document.querySelectorAll('label')]
      .filter(({ textContent }) => textContent === 'Milestone')
      .map(({ control }) => (control as HTMLInputElement).value)
  await show(withMilestones('PENDING', 'SUBMITTED'))
  expect(planned()).toEqual(['Tiling'])
  await type(field('Milestone'), 'Tiling the bath')
  await show(withMilestones('APPROVED', 'CHANGES_REQUESTED'))
  expect(planned()).toEqual(['Taps'])
  expect(text()).not.toContain('Milestones add up to')
})

it('deducts from the last milestone that stays', async () => {
  const milestones = ['Tiling', 'Taps'].map((title, index) => ({
    id: `mil_${index}`,
    title,
    amount: naira(150_000),
    dueDate: null,
    status: 'PENDING',
    disputeId: null,
  }))
  const draft = { ...contract, id: 'ctr_2', milestones } as unknown as ContractDetails
  await draw(<ChangeForm contract={draft} now={new Date()} onOpen={nothing} onClose={nothing} id={undefined} />)
  await type(field('Line description'), 'No taps')
  await type(field('Unit price'), '2000')
  await press(field('Credit'))
  await press([...document.querySelectorAll<HTMLElement>('[type=checkbox]')].at(-1)!)
  await press(button('Deduct from the last milestone'))
  expect(field('Amount').value).toBe('1,000')
  expect(button('Deduct from the last milestone')).toBeUndefined()
})
