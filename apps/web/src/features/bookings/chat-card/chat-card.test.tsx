import type { BookingCard } from '@fettle/protocol/bookings'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CARD_HEIGHT_PX } from '../../../shared/cards/card-frame.tsx'
import { toastStore } from '../../../ui/feedback/toast.ts'
import { sendPendingActions } from '../../../ui/feedback/undo.ts'
import { bookingFixture } from '../../../testing/booking.fixture.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
import * as apiModule from '../../../lib/http/api.ts'
import * as useOfflineActionsModule from '../offline/use-offline-actions.ts'
import { ChatCard } from './chat-card.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const api = { answers: {} as Record<string, (input: unknown) => unknown>, calls: [] as string[] }
replaceExports(apiModule, {
  call: async (operation: { name: string }, input: unknown) => {
    api.calls.push(operation.name)
    const answer = api.answers[operation.name]
    if (!answer) throw new Error(`No fake response for ${operation.name}`)
    return answer(input)
  },
})
const run = vi.fn()
const offline: { refused?: unknown } = {}
replaceExports(useOfflineActionsModule, {
  useOfflineActions: () => ({ run, isSending: () => false, failed: offline.refused, forget: () => undefined }),
})
// Large and lazy: loaded here, so that no test waits for it.
await import('../sheets/sheets.tsx')

const cardOf = (overrides: Partial<BookingCard> = {}): BookingCard => ({
  ...bookingFixture({ respondBy: new Date(Date.now() + 3_600_000).toISOString() }),
  ...overrides,
})
const screen = setUpScreen({ queries: { retry: false } })
const { text, button, press } = screen
const expectText = (words: string) => waitFor(() => expect(text()).toContain(words))

async function draw(...ids: string[]) {
  await screen.draw(ids.map((id) => <ChatCard key={id} id={id} />))
}

beforeEach(() => {
  api.answers = {}
  api.calls = []
  run.mockReset()
  delete offline.refused
})

describe('a booking card in a conversation', () => {
  it('keeps its size while loading, and loads in one batch', async () => {
    const requests: unknown[] = []
    api.answers['bookings.cards'] = (input) => {
      requests.push(input)
      return ['a', 'b'].map((id) => cardOf({ id, title: `Job ${id}` }))
    }
    await draw('a', 'b')
    const heights = () =>
      [...document.querySelectorAll<HTMLElement>('[role=group]')].map(({ style }) => style.minHeight)
    expect(document.querySelectorAll('[aria-busy=true]')).toHaveLength(2)
    expect(heights()).toEqual([`${CARD_HEIGHT_PX}px`, `${CARD_HEIGHT_PX}px`])
    await expectText('Job a')
    await expectText('Job b')
    expect(heights()).toEqual([`${CARD_HEIGHT_PX}px`, `${CARD_HEIGHT_PX}px`])
    expect(requests).toEqual([{ query: { ids: 'a,b' } }])
  })

  it('counts down to the deadline and accepts in place', async () => {
    const card = cardOf()
    const accepted = bookingFixture({ status: 'CONFIRMED', version: 2, allowedActions: [] })
    api.answers['bookings.cards'] = () => [card]
    api.answers['bookings.get'] = () => bookingFixture({ version: 1 })
    api.answers['bookings.accept'] = () => {
      api.answers['bookings.cards'] = () => [{ ...card, status: 'CONFIRMED', version: 2, allowedActions: [] }]
      return accepted
    }
    await draw(card.id)
    await expectText('Leaking kitchen tap')
    expect(document.querySelector('[role=timer]')?.textContent).toContain('left')
    await press('Accept')
    await expectText('Open the booking')
    expect(api.calls).not.toContain('bookings.accept')
    await act(async () => sendPendingActions())
    await expectText('Open the booking')
    expect(api.calls).toContain('bookings.accept')
    expect(button('Accept')).toBeUndefined()
  })

  it('says when an answer was refused after all, and offers it again', async () => {
    const { ApiError } = await import('../../../lib/http/api-error.ts')
    api.answers['bookings.cards'] = () => [cardOf()]
    api.answers['bookings.get'] = () => bookingFixture()
    api.answers['bookings.accept'] = () => {
      const message = 'This request has expired.'
      throw new ApiError({ status: 410, code: 'REQUEST_EXPIRED', message, serverMessage: message })
    }
    await draw(cardOf().id)
    await expectText('Leaking kitchen tap')
    await press('Accept')
    await waitFor(() => expect(button('Accept')).toBeUndefined())
    await act(async () => sendPendingActions())
    await waitFor(() => expect(toastStore.get().map(({ body }) => body)).toEqual(['This request has expired.']))
    await waitFor(() => expect(button('Accept')).toBeDefined())
  })

  it('names the job that has taken the time, with a link', async () => {
    const otherBooking = {
      kind: 'BOOKING',
      id: 'bkg_2',
      bookingId: 'bkg_2',
      title: 'Replace the boiler',
      customerName: 'Kemi',
    }
    const { startAt, endAt } = bookingFixture()
    api.answers['bookings.cards'] = () => [cardOf({ slotTaken: true, allowedActions: ['decline', 'reschedule'] })]
    api.answers['availability.check'] = () => ({
      conflicts: [{ ...otherBooking, startAt, endAt }],
      warnings: [],
      suggestions: [],
    })
    await draw(cardOf().id)
    await expectText('Replace the boiler, Kemi')
    expect(document.querySelector('a[href="/bookings/bkg_2"]')?.closest('a a')).toBeNull()
    expect(button('Propose another time')).toBeDefined()
  })

  it('says when a job only leaves too little time before or after it', async () => {
    const endAt = String(bookingFixture().startAt)
    const startAt = new Date(Date.parse(endAt) - 3_600_000).toISOString()
    const earlier = {
      kind: 'BOOKING',
      id: 'bkg_2',
      bookingId: 'bkg_2',
      title: 'Replace the boiler',
      customerName: 'Kemi',
    }
    api.answers['bookings.cards'] = () => [cardOf({ slotTaken: true, allowedActions: ['decline', 'reschedule'] })]
    const conflicts = [{ ...earlier, startAt, endAt }]
    api.answers['availability.check'] = () => ({ conflicts, warnings: [], suggestions: [] })
    await draw(cardOf().id)
    await expectText('Too little time between the jobs')
    expect(document.body.textContent).toContain("This time isn't free")
  })

  it('runs the next step through the offline queue', async () => {
    const startAt = new Date(Date.now() + 3_600_000).toISOString()
    api.answers['bookings.cards'] = () => [
      cardOf({ status: 'CONFIRMED', startAt, allowedActions: ['start-travel', 'cancel'] }),
    ]
    await draw(cardOf().id)
    await expectText('Start travel')
    await press('Start travel')
    expect(run).toHaveBeenCalledExactlyOnceWith('start-travel')
  })

  it('asks about another job in progress, and sends the consent with the original input', async () => {
    const details = { bookingId: 'bkg_2', reference: 'BK-2026-000002', title: 'Replace the boiler', count: 1 }
    const { ApiError } = await import('../../../lib/http/api-error.ts')
    const error = new ApiError({ status: 409, code: 'JOB_IN_PROGRESS', message: 'No.', details })
    offline.refused = { kind: 'start', payload: { startCode: '4711' }, error }
    api.answers['bookings.cards'] = () => [cardOf({ status: 'ARRIVED', allowedActions: ['start'] })]
    await draw(cardOf().id)
    await expectText('Pause “Replace the boiler”?')
    expect(document.querySelector('[role=alert]')).toBeNull()
    await press('Pause it and start')
    await press('Keep both running')
    expect(run.mock.calls).toEqual([
      ['start', { startCode: '4711', otherJob: 'PAUSE' }],
      ['start', { startCode: '4711', otherJob: 'KEEP_RUNNING' }],
    ])
  })

  it('asks about several jobs in progress by count', async () => {
    const { ApiError } = await import('../../../lib/http/api-error.ts')
    const details = { title: 'Replace the boiler', count: 3 }
    const error = new ApiError({ status: 409, code: 'JOB_IN_PROGRESS', message: 'No.', details })
    offline.refused = { kind: 'resume', payload: {}, error }
    api.answers['bookings.cards'] = () => [cardOf({ status: 'PAUSED', allowedActions: ['resume'] })]
    await draw(cardOf().id)
    await expectText('Pause 3 other jobs?')
    await press('Pause them and resume')
    await press('Keep all running')
    expect(run.mock.calls.map(([, payload]) => payload as unknown)).toEqual([
      { otherJob: 'PAUSE' },
      { otherJob: 'KEEP_RUNNING' },
    ])
  })

  it('says that the booking does not exist', async () => {
    api.answers['bookings.cards'] = () => []
    await draw('bkg_gone')
    await expectText('This booking is no longer available')
    expect(document.querySelectorAll('[aria-busy=true]')).toHaveLength(0)
  })

  it('can be retried when loading failed', async () => {
    api.answers['bookings.cards'] = () => {
      throw new Error('No connection.')
    }
    await draw(cardOf().id)
    await expectText("We couldn't load the booking.")
    api.answers['bookings.cards'] = () => [cardOf()]
    await press('Try again')
    await expectText('Leaking kitchen tap')
    expect(button('Try again')).toBeUndefined()
  })
})
