import { listDocuments, getDataExport } from '@fettle/protocol/accounts/calls'
import { getAvailability, listExternalCalendars } from '@fettle/protocol/availability/calls'
import { getSeries } from '@fettle/protocol/bookings/calls'
import { listPayouts } from '@fettle/protocol/earnings/calls'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { profileQuery } from '../../../shared/profile/profile.ts'
import { keyOf } from '../../../lib/http/query.ts'
import { nounOf, refreshLive } from './live-refresh.ts'
import * as chatModule from './chat.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'

replaceExports(chatModule, { chat: {} })

type Signal = { type: string; [key: string]: unknown }

let signal: (value: Signal) => void
let recover: () => void
let client: QueryClient
let stop: () => void
const invalidatedKeys = () => vi.mocked(client.invalidateQueries).mock.calls.map(([filter]) => filter?.queryKey)

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
  stop = refreshLive(client, {
    onSignal: (listener) => {
      signal = listener
      return () => undefined
    },
    onRecovery: (listener) => {
      recover = listener
      return () => undefined
    },
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const updated = (type: string, id: string): Signal => ({ type: 'resource.updated', resource: { type, id } })

it('refetches queries of a changed record, and what is put together from several, once per batch', () => {
  const aggregates = ['dashboard', 'calendar', 'customers', 'payouts'].map((noun) => [noun])
  signal(updated('booking', 'a'))
  signal(updated('booking', 'b'))
  signal(updated('offer', 'c'))
  expect(invalidatedKeys()).toEqual([])
  vi.advanceTimersByTime(100)
  const all = [['bookings'], ...aggregates, ['offers']]
  expect(invalidatedKeys()).toEqual(all)
  signal(updated('booking', 'a'))
  vi.advanceTimersByTime(100)
  expect(invalidatedKeys()).toHaveLength(all.length + aggregates.length + 1)
})

it('refetches everything after a reconnect', () => {
  recover()
  expect(invalidatedKeys()).toEqual([undefined])
})

it('ignores unknown types, and everything once stopped', () => {
  signal({ type: 'something.else' })
  signal({ type: 'resource.updated', resource: 'booking' })
  signal({ type: 'resource.updated', resource: { id: 'a' } })
  signal(updated('booking', 'a'))
  stop()
  vi.advanceTimersByTime(1000)
  expect(invalidatedKeys()).toEqual([])
})

it('derives query keys from plurals', () => expect(nounOf('booking')).toBe('bookings'))

it('refetches profile and export by their own keys', () => {
  expect([nounOf('profile'), nounOf('provider')]).toEqual([profileQuery.queryKey[0], profileQuery.queryKey[0]])
  expect(nounOf('export')).toBe(keyOf(getDataExport)[0])
  expect(nounOf('document')).toBe(keyOf(listDocuments)[0])
})

it.each([
  ['series', getSeries],
  ['availability', getAvailability],
  ['calendar', listExternalCalendars],
  ['payout', listPayouts],
])('refetches what is named like its records: %s', (type, operation) => expect(nounOf(type)).toBe(keyOf(operation)[0]))
