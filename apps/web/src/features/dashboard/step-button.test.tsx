import type { DashboardStop } from '@fettle/protocol/workspace/dashboard'
import { act } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import { reportConnection } from '../../lib/http/connection.ts'
import { markQueueReady, offlineQueue, registerSender, setQueueOwner } from '../../lib/offline/device-queue.ts'
import * as toastModule from '../../ui/feedback/toast.ts'
import { StepButton } from './step-button.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const toast = { ...toastModule.toast, error: vi.fn(), info: vi.fn() }
replaceExports(toastModule, { toast })

const { button, draw, press, text } = setUpScreen()

beforeAll(() => {
  setQueueOwner('usr_1')
  markQueueReady()
})

it.each([
  { nextAction: 'start', button: 'Start work', pause: 'Pause it and start' },
  { nextAction: 'start-travel', button: 'Start travel', pause: 'Pause it and start travel' },
])('$button on the dashboard asks about the one in progress, and sends the consent', async (each) => {
  const details = { bookingId: 'bkg_2', reference: 'BK-2026-000002', title: 'Replace the boiler', count: 1 }
  const add = vi.spyOn(offlineQueue, 'add')
  add.mockRejectedValueOnce(new ApiError({ status: 409, code: 'JOB_IN_PROGRESS', message: 'No.', details }))
  const stop = { bookingId: 'bkg_1', nextAction: each.nextAction, asksStartCode: false } as DashboardStop
  await draw(<StepButton stop={stop} />)
  await press(each.button)
  await waitFor(() => expect(document.body.textContent).toContain('Pause “Replace the boiler”?'))
  expect(toast.error).not.toHaveBeenCalled()
  add.mockResolvedValueOnce({ sent: true, result: undefined })
  await press(each.pause)
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
  expect(add.mock.calls.map(([mutation]) => mutation as unknown)).toEqual([
    { subject: 'bkg_1', kind: each.nextAction, payload: {} },
    { subject: 'bkg_1', kind: each.nextAction, payload: { otherJob: 'PAUSE' } },
  ])
})

it('goes on to the next step while one waits on the device, and keeps the focus at the last one', async () => {
  const sent: string[] = []
  registerSender(['start-travel', 'arrive', 'start'], async ({ kind }) => sent.push(kind))
  await act(async () => reportConnection(false))
  const stop = { bookingId: 'bkg_4', nextAction: 'start-travel', asksStartCode: false } as DashboardStop
  await draw(
    <main id="main" tabIndex={-1}>
      <StepButton stop={stop} />
    </main>,
  )
  await press('Start travel')
  await waitFor(() => expect(button("I've arrived")).toBeDefined())
  // A second tap was meant for the travel.
  expect(button("I've arrived").className).toContain('pointer-events-none')
  await waitFor(() => expect(button("I've arrived").className).not.toContain('pointer-events-none'))
  await press("I've arrived")
  await waitFor(() => expect(button('Start work')).toBeDefined())
  button('Start work').focus()
  await press('Start work')
  await waitFor(() => expect(text()).toContain('Complete job'))
  expect(document.activeElement?.tagName).toBe('MAIN')
  await act(async () => {
    reportConnection(true)
    await offlineQueue.flush()
  })
  expect(sent).toEqual(['start-travel', 'arrive', 'start'])
})

it('leads to the job when the server has refused what waited', async () => {
  const refusal = new ApiError({ status: 409, code: 'INVALID_TRANSITION', message: 'The customer cancelled.' })
  await offlineQueue.shelve({ subject: 'bkg_3', kind: 'start-travel', payload: {} }, refusal)
  const stop = { bookingId: 'bkg_3', nextAction: 'start-travel', asksStartCode: false } as DashboardStop
  await draw(<StepButton stop={stop} />)
  expect(button('Start travel')).toBeUndefined()
  expect(document.querySelector('a')?.textContent).toBe('Open job')
})
