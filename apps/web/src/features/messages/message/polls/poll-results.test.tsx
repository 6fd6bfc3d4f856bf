import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { replaceExports } from '../../../../testing/replace-exports.ts'
import { setUpScreen, waitFor } from '../../../../testing/screen.tsx'
import * as chatModule from '../../connection/chat.ts'
import { PollResults, type PollResultsProps } from './poll-results.tsx'

const call = vi.fn()
replaceExports(chatModule, { chat: { call } })
const { draw, button, press, text } = setUpScreen()

const poll = {
  id: 'pol_1',
  cid: 'messaging:a',
  name: 'Which tap?',
  description: '',
  options: [{ id: 'o1', text: 'Brass' }],
  votingVisibility: 'public',
  answersCount: 0,
  version: 1,
} as unknown as PollResultsProps['poll']
const voice = (name: string) => ({ user: { id: name, name }, answer: null, at: '2026-11-25T12:00:00Z' })
const results = <PollResults poll={poll} counts={{ o1: 2 }} onClose={() => undefined} />

beforeEach(() => void call.mockReset())

it('moves the focus to the row that was last when all voters are shown', async () => {
  call.mockResolvedValueOnce({ voices: [voice('Ada')], next: 1 })
  await draw(results)
  await waitFor(() => expect(button('Show more')).toBeDefined())
  button('Show more').focus()
  call.mockResolvedValueOnce({ voices: [voice('Bola')], next: null })
  await press('Show more')
  await waitFor(() => expect(text()).toContain('Bola'))
  expect(document.activeElement?.tagName).toBe('LI')
  expect(document.activeElement?.textContent).toContain('Ada')
})

it('keeps the voters that are shown while the next ones cannot be loaded', async () => {
  call.mockResolvedValueOnce({ voices: [voice('Ada')], next: 1 })
  await draw(results)
  await waitFor(() => expect(button('Show more')).toBeDefined())
  call.mockRejectedValueOnce(new Error('Away'))
  await press('Show more')
  await waitFor(() => expect(text()).toContain("We couldn't load the votes."))
  expect(text()).toContain('Ada')
  call.mockResolvedValueOnce({ voices: [voice('Bola')], next: null })
  await press('Try again')
  await waitFor(() => expect(text()).toContain('Bola'))
  expect(text()).toContain('Ada')
  expect(call).toHaveBeenLastCalledWith('polls.voices', expect.objectContaining({ offset: 1 }))
})

it('leaves out a page that was requested before somebody voted', async () => {
  call.mockResolvedValueOnce({ voices: [voice('Ada')], next: 1 })
  await draw(results)
  await waitFor(() => expect(button('Show more')).toBeDefined())
  let answer = (_: unknown): void => undefined
  call.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  await press('Show more')
  call.mockResolvedValueOnce({ voices: [voice('Chidi')], next: 1 })
  await draw(<PollResults poll={{ ...poll, version: 2 }} counts={{ o1: 3 }} onClose={() => undefined} />)
  await waitFor(() => expect(text()).toContain('Chidi'))
  await act(async () => answer({ voices: [voice('Bola')], next: null }))
  expect(text()).not.toContain('Bola')
  call.mockResolvedValueOnce({ voices: [voice('Ada'), voice('Bola')], next: null })
  await press('Show more')
  await waitFor(() => expect(text()).toMatch(/Chidi.*Ada.*Bola/s))
})
