import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { press, settle, setUpScreen, type } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import { ChecklistSection } from './checklist-section.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const added = [] as unknown[]
const server = { isReady: Promise.resolve(), isAway: false }
replaceExports(apiModule, {
  call: async ({ name }: { name: string }, input: { body: unknown }) => {
    if (name === 'checklists.listTemplates') {
      if (server.isAway) throw new Error('Away')
      return ['Boiler', 'Bathroom'].map((template) => ({ id: template, name: template, items: [] }))
    }
    added.push(input.body)
    await server.isReady
    return {}
  },
})

const { draw, leave, field, button, choose } = setUpScreen({ queries: { retry: false } })
const offline = { run: async () => true, isSending: () => false, failed: undefined, forget: () => undefined }
const show = () => {
  const booking = bookingFixture({ status: 'IN_PROGRESS' })
  return draw(<ChecklistSection booking={booking} offline={offline} now={new Date()} onAsk={() => undefined} />)
}

beforeEach(() => {
  added.length = 0
  sessionStorage.clear()
})

it('adds the items of a template once it is chosen and used', async () => {
  await show()
  await settle()
  // Arrow keys pass over the first.
  await choose('Start from a template', 'Boiler')
  await choose('Start from a template', 'Bathroom')
  expect(added).toEqual([])
  await press(button('Use template'))
  await settle()
  expect(added).toMatchObject([{ templateId: 'Bathroom' }])
})

it('keeps an item that is being written over a reload, and while the one before is added', async () => {
  await show()
  await type(field('Add an item'), 'Check the valve')
  await leave()
  await show()
  expect(field('Add an item').value).toBe('Check the valve')
  let answer = (): void => undefined
  server.isReady = new Promise((resolve) => (answer = resolve))
  await press(button('Add'))
  await type(field('Add an item'), 'Check the pump')
  await act(async () => answer())
  expect(added).toMatchObject([{ items: [{ label: 'Check the valve' }] }])
  expect(field('Add an item').value).toBe('Check the pump')
  await press(button('Add'))
  await settle()
  expect(field('Add an item').value).toBe('')
})

it('says that the templates could not be loaded, and loads them again', async () => {
  server.isAway = true
  await show()
  await settle()
  expect(document.body.textContent).toContain("We couldn't load the templates.")
  expect(document.body.textContent).toContain('Manage templates')
  server.isAway = false
  await press(button('Try again'))
  await settle()
  expect(field('Start from a template')).toBeDefined()
})
