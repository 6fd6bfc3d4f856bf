import { expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import * as apiModule from '../../lib/http/api.ts'
import { replaceExports } from '../../testing/replace-exports.ts'
import { press, setUpScreen, waitFor } from '../../testing/screen.tsx'
import { Component } from './reviews.screen.tsx'

const summary = { count: 0, unanswered: 0, hidden: 0, distribution: [0, 0, 0, 0, 0] }
const list = vi.fn(async () => ({ data: [], meta: { nextCursor: null, summary } }))
const get = vi.fn<() => Promise<unknown>>(() => new Promise(() => undefined))
replaceExports(apiModule, { callWithMeta: list, call: get })

const { draw, text, button } = setUpScreen({ queries: { retry: false } })

it('does not call a filter empty before its reviews are loaded', async () => {
  await draw(<Component />)
  await waitFor(() => expect(text()).toContain('No reviews yet'))
  list.mockReturnValueOnce(new Promise(() => undefined))
  await press([...document.querySelectorAll('button')].find((each) => each.textContent.startsWith('Needs reply'))!)
  expect(text()).not.toContain('No reviews here')
})

it('loads the review that an address names again when asked', async () => {
  get.mockRejectedValueOnce(new Error('Away'))
  await draw(<Component />, '/reviews?review=rev_1')
  await waitFor(() => expect(text()).toContain("We couldn't load this review."))
  await press(button('Try again'))
  await waitFor(() => expect(get).toHaveBeenCalledTimes(2))
})

it('says that a review does not exist, and does not offer to load it again', async () => {
  get.mockRejectedValueOnce(new ApiError({ status: 404, code: 'NOT_FOUND', message: '' }))
  await draw(<Component />, '/reviews?review=rev_1')
  await waitFor(() => expect(text()).toContain("We couldn't find that review."))
  expect(button('Try again')).toBeUndefined()
})
