import { act } from 'react'
import type { Availability } from '@fettle/protocol/availability/availability'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/http/api-error.ts'
import { press, settle, setUpScreen, type } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import { HoursForm } from './hours-form.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

interface Put {
  version: number
  onAffected?: string
}
const server = { puts: [] as unknown[], answers: [] as unknown[] }
replaceExports(apiModule, {
  call: async (_: unknown, { body }: { body: unknown }) => {
    server.puts.push(body)
    const answer = server.answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  },
})

const { draw, button, field } = setUpScreen()
const hours = (version: number) =>
  ({
    isSet: true,
    version,
    timeZone: 'Africa/Lagos',
    weekly: [{ day: 'MON', intervals: [{ from: '08:00', to: '17:00' }] }],
    overrides: [],
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    minNoticeMinutes: 0,
    maxHorizonDays: 90,
    maxBookingsPerDay: null,
    slotIntervalMinutes: 30,
    serviceRadiusKm: null,
    base: null,
    bookingMode: 'REQUEST',
    holdRequests: true,
    pausedUntil: null,
    pauseMessage: null,
    updatedAt: null,
    affected: [],
  }) as unknown as Availability
const refusal = (code: 'VERSION_CONFLICT' | 'BOOKINGS_AFFECTED') =>
  new ApiError({ status: 409, code, message: code, details: { bookings: [] } })
const click = async (name: string) => {
  await press(button(name))
  await settle()
}
const show = (version: number) => draw(<HoursForm availability={hours(version)} onReload={vi.fn()} />)
const message = () => field('Message to customers during the pause')

it('offers the usual hours with the times of the region', async () => {
  await draw(<HoursForm availability={{ ...hours(1), weekly: [] }} onReload={vi.fn()} />)
  expect(button('Monday to Friday, 8 AM to 5 PM')).toBeDefined()
})

beforeEach(() => {
  server.puts = []
  server.answers = []
  sessionStorage.clear()
})

it('saves over the newer version also once the affected bookings are decided on', async () => {
  server.answers = [refusal('VERSION_CONFLICT'), refusal('BOOKINGS_AFFECTED'), hours(3)]
  await show(1)
  await click('Save hours')
  await show(2)
  await click('Save mine')
  await click('Keep them')
  const puts = (server.puts as Put[]).map(({ version, onAffected }) => [version, onAffected])
  expect(puts).toEqual([
    [1, undefined],
    [2, undefined],
    [2, 'KEEP'],
  ])
})

it('keeps the focus on the page when the hours are saved over the newer version', async () => {
  server.answers = [refusal('VERSION_CONFLICT'), hours(3)]
  await draw(
    <main id="main" tabIndex={-1}>
      <HoursForm availability={hours(1)} onReload={vi.fn()} />
    </main>,
  )
  await click('Save hours')
  button('Save mine').focus()
  await click('Save mine')
  expect(document.activeElement?.id).toBe('main')
})

it('keeps what is not saved, with the version it was made from', async () => {
  await show(1)
  await type(message(), 'Back soon')
  await draw(null)
  server.answers = [hours(3)]
  await show(2)
  expect(message().value).toBe('Back soon')
  await click('Save hours')
  expect((server.puts as Put[]).map(({ version }) => version)).toEqual([1])
  await draw(null)
  await show(3)
  expect(message().value).toBe('')
})

it('keeps the focus among the hours of a day when some are removed', async () => {
  const weekly = [
    { day: 'MON', intervals: ['08:00', '12:00', '16:00'].map((from) => ({ from, to: `${from.slice(0, 2)}:30` })) },
  ]
  await draw(<HoursForm availability={{ ...hours(1), weekly } as Availability} onReload={vi.fn()} />)
  const removes = () => [...document.querySelectorAll<HTMLElement>('[title="Remove these hours"]')]
  const remove = async (index: number) => {
    act(() => removes()[index]?.focus())
    await press(removes()[index] as HTMLElement)
  }
  await remove(2)
  expect(document.activeElement).toBe(removes()[1])
  await remove(0)
  expect(document.activeElement).toBe(removes()[0])
  await remove(0)
  expect(document.activeElement).toBe(button('Add hours on Monday'))
})
