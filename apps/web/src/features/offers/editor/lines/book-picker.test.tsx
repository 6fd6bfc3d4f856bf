import { expect, it } from 'vitest'
import * as apiModule from '../../../../lib/http/api.ts'
import { replaceExports } from '../../../../testing/replace-exports.ts'
import { setUpScreen, settle, waitFor } from '../../../../testing/screen.tsx'
import type { Editing } from '../use-editing.ts'
import { BookPicker } from './book-picker.tsx'

const server = { isAway: true }
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return []
  },
})
const { draw, text, press, button } = setUpScreen({ queries: { retry: false } })

it('loads the price book again when asked', async () => {
  const editing = { content: { lineItems: [] } } as unknown as Editing
  await draw(<BookPicker editing={editing} currency="NGN" onClose={() => undefined} />)
  await settle()
  expect(button('Try again')).toBeDefined()
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(text()).toContain('Your price book is empty.'))
})
