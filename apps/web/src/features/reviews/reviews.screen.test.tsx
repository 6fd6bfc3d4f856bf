import { expect, it, vi } from 'vitest'
import * as apiModule from '../../lib/http/api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { press, setUpScreen, waitFor } from '../../testing/screen.tsx'
import { Component } from './reviews.screen.tsx'

const summary = { count: 0, unanswered: 0, hidden: 0, distribution: [0, 0, 0, 0, 0] }
const list = vi.fn(async () => ({ data: [], meta: { nextCursor: null, summary } }))
replaceExports(apiModule, { callWithMeta: list })

const { draw, text } = setUpScreen()

it('does not call a filter empty before its reviews are loaded', async () => {
  await draw(<Component />)
  await waitFor(() => expect(text()).toContain('No reviews yet'))
  list.mockReturnValueOnce(new Promise(() => undefined))
  await press([...document.querySelectorAll('button')].find((each) => each.textContent.startsWith('Needs reply'))!)
  expect(text()).not.toContain('No reviews here')
})
