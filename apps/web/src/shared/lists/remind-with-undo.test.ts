import { afterEach, expect, it, vi } from 'vitest'
import { toast, toastStore } from '../../ui/feedback/toast.ts'
import { sendPendingActions } from '../../ui/feedback/undo.ts'
import { remindWithUndo } from './remind-with-undo.ts'

afterEach(() => toast.clear())

const offer = { id: 'off_1', customerName: 'Ngozi' }

it('sends a reminder that is not undone', async () => {
  const send = vi.fn<() => Promise<void>>(async () => undefined)
  const reminding = remindWithUndo(offer, send)
  expect(toastStore.get()).toMatchObject([{ title: 'Reminder sent to Ngozi', action: { label: 'Undo' } }])
  expect(send).not.toHaveBeenCalled()
  sendPendingActions()
  await reminding
  expect(send).toHaveBeenCalledOnce()
})

it('sends none that is undone', async () => {
  const send = vi.fn<() => Promise<void>>(async () => undefined)
  const reminding = remindWithUndo(offer, send)
  toastStore.get()[0]?.action?.run()
  await reminding
  expect(send).not.toHaveBeenCalled()
})

it('says so when the server refuses it', async () => {
  const reminding = remindWithUndo(offer, () => Promise.reject(new Error('Not today')))
  sendPendingActions()
  await reminding
  expect(toastStore.get()).toMatchObject([{ tone: 'error', title: "We couldn't send the reminder." }])
})
