import type { DashboardStop } from '@fettle/protocol/workspace/dashboard'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import * as deviceQueueModule from '../../lib/offline/device-queue.ts'
import * as toastModule from '../../ui/feedback/toast.ts'
import { StepButton } from './step-button.tsx'
import { replaceExports } from '../../testing/replace-exports.ts'

const add = vi.fn()
replaceExports(deviceQueueModule, { offlineQueue: { add }, offlineQueueReady: Promise.resolve() })
const toast = { error: vi.fn(), info: vi.fn() }
replaceExports(toastModule, { toast })

const { draw, press } = setUpScreen()

afterEach(() => add.mockReset())

it.each([
  { nextAction: 'start', button: 'Start work', pause: 'Pause it and start' },
  { nextAction: 'start-travel', button: 'Start travel', pause: 'Pause it and start travel' },
])('$button on the dashboard asks about the one in progress, and sends the consent', async (each) => {
  const details = { bookingId: 'bkg_2', reference: 'BK-2026-000002', title: 'Replace the boiler', count: 1 }
  add.mockRejectedValueOnce(new ApiError({ status: 409, code: 'JOB_IN_PROGRESS', message: 'No.', details }))
  const stop = { bookingId: 'bkg_1', nextAction: each.nextAction, asksStartCode: false } as DashboardStop
  await draw(<StepButton stop={stop} />)
  await press(each.button)
  await waitFor(() => expect(document.body.textContent).toContain('Pause “Replace the boiler”?'))
  expect(toast.error).not.toHaveBeenCalled()
  add.mockResolvedValueOnce({ sent: true })
  await press(each.pause)
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
  expect(add.mock.calls.map(([mutation]) => mutation as unknown)).toEqual([
    { subject: 'bkg_1', kind: each.nextAction, payload: {} },
    { subject: 'bkg_1', kind: each.nextAction, payload: { otherJob: 'PAUSE' } },
  ])
})
