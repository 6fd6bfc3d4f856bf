import { act } from 'react'
import { expect, it } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { press, settle, setUpScreen } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import { ChecklistSection } from './checklist-section.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const added = [] as unknown[]
replaceExports(apiModule, {
  call: async ({ name }: { name: string }, input: { body: unknown }) => {
    if (name === 'checklists.listTemplates') {
      return ['Boiler', 'Bathroom'].map((template) => ({ id: template, name: template, items: [] }))
    }
    added.push(input.body)
    return {}
  },
})

const { draw, field, button } = setUpScreen()

it('adds the items of a template once it is chosen and used', async () => {
  const offline = { run: async () => true, busy: undefined, failed: undefined, forget: () => undefined }
  const booking = bookingFixture({ status: 'IN_PROGRESS' })
  await draw(<ChecklistSection booking={booking} offline={offline} now={new Date()} onAsk={() => undefined} />)
  await settle()
  const choose = (id: string) =>
    act(async () => {
      const select = field('Start from a template') as unknown as HTMLSelectElement
      select.value = id
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
  // Arrow keys pass over the first.
  await choose('Boiler')
  await choose('Bathroom')
  expect(added).toEqual([])
  await press(button('Use template'))
  await settle()
  expect(added).toMatchObject([{ templateId: 'Bathroom' }])
})
