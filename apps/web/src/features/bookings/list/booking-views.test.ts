import { expect, it } from 'vitest'
import { readView } from './booking-views.ts'

it('the view comes from the address, with the list as default', () => {
  expect([readView('week'), readView(null), readView('places')]).toEqual(['week', 'list', 'list'])
})
