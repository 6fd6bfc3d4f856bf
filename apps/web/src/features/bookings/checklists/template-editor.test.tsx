import type { ChecklistTemplate } from '@fettle/protocol/bookings/checklists'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/http/api-error.ts'
import * as apiModule from '../../../lib/http/api.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import { TemplateEditor } from './template-editor.tsx'

const call = vi.fn(async (_operation: unknown, _input: unknown, _options?: { idempotencyKey?: string }) => {
  throw new ApiError({ status: 0, code: 'NETWORK', message: 'Lost' })
})
replaceExports(apiModule, { call })

const { draw, button, field } = setUpScreen()

beforeEach(() => sessionStorage.clear())

const item = (label: string) => ({ label, type: 'CHECK', required: false }) as const
const template = {
  id: 'clt_1',
  name: 'Boiler',
  serviceCategory: null,
  items: [item('Gas off'), item('Water off')],
  version: 1,
} as unknown as ChecklistTemplate

it('keeps a new checklist until it is saved, whatever ends the session', async () => {
  const open = (key: string) => draw(<TemplateEditor key={key} onClose={() => undefined} />)
  await open('first')
  await type(field('Name'), 'Boiler service')
  await type(field('Item 1'), 'Gas is off')
  await press(button('Add an item'))
  await type(field('Item 2'), 'Filter is clean')
  await open('later')
  expect(['Name', 'Item 1', 'Item 2'].map((label) => field(label).value)).toEqual([
    'Boiler service',
    'Gas is off',
    'Filter is clean',
  ])
})

it('keeps the focus in the list when an item is removed', async () => {
  await draw(<TemplateEditor template={template} onClose={() => undefined} />)
  button('Remove item 2').focus()
  await press(button('Remove item 2'))
  expect(document.activeElement).toBe(button('Remove item 1'))
  await press(button('Remove item 1'))
  expect(document.activeElement?.textContent).toBe('Add an item')
})

it('creates a checklist once, although the answer was lost', async () => {
  await draw(<TemplateEditor onClose={() => undefined} />)
  await type(field('Name'), 'Boiler service')
  await type(field('Item 1'), 'Gas is off')
  await press(button('Save'))
  await press(button('Save'))
  const keys = call.mock.calls.map(([, , options]) => options?.idempotencyKey)
  expect(keys).toEqual([expect.any(String), keys[0]])
})

it('is saved with Enter in a field, and leads to a missing name', async () => {
  await draw(<TemplateEditor onClose={() => undefined} />)
  // The browser presses the submit button of the form.
  expect([button('Save').type, button('Save').form]).toEqual(['submit', field('Name').form])
  await press(button('Save'))
  expect(document.activeElement).toBe(field('Name'))
  expect(call).not.toHaveBeenCalled()
})
