import { expect, it, vi } from 'vitest'
import * as apiModule from '../../lib/http/api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { press, setUpScreen, waitFor } from '../../testing/screen.tsx'
import { Component } from './disputes.screen.tsx'

const list = vi.fn(async () => ({ data: [], meta: { nextCursor: null, countsByStatus: {} } }))
replaceExports(apiModule, { callWithMeta: list })

const { draw, button, text } = setUpScreen()

it('does not call a tab empty before its disputes are loaded', async () => {
  await draw(<Component />)
  await waitFor(() => expect(text()).toContain('No disputes here'))
  list.mockReturnValueOnce(new Promise(() => undefined))
  await press(button('Settled'))
  expect(text()).not.toContain('No disputes here')
})
