import { act } from 'react'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { markRead, useUnread } from './read-state.ts'

const KEY = 'bookings.seen'
const { draw, text } = setUpScreen()
const seenElsewhere = { id: 'bkg_1', version: 1, status: 'REQUESTED' }
const Mark = () => (useUnread()(seenElsewhere) ? 'New' : 'Seen')

/** Stores what was seen, as another tab does. */
const storeElsewhere = (seen: Record<string, number>) => localStorage.setItem(KEY, JSON.stringify(seen))

it('keeps what another tab has seen', () => {
  markRead({ id: 'bkg_2', version: 1 })
  storeElsewhere({ bkg_2: 1, bkg_1: 1 })
  markRead({ id: 'bkg_3', version: 4 })
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({ bkg_2: 1, bkg_1: 1, bkg_3: 4 })
})

it('follows what is seen in another tab', async () => {
  storeElsewhere({})
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
  await draw(<Mark />)
  storeElsewhere({ bkg_1: 1 })
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: KEY })))
  expect(text()).toBe('Seen')
})
