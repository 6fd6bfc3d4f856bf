import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { start } from './start.tsx'
import { answerCalls, sarah } from './testing/back-end.ts'
import { findControl, readScreen } from './testing/screen.ts'

it('says why it cannot start without the back end, and starts when asked to try again', async () => {
  vi.stubGlobal('EventSource', EventTarget)
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(() => {
    act(() => root.unmount())
    element.remove()
  })
  let isConnected = false
  const session = () => {
    if (!isConnected) throw new TypeError('connection lost')
    return sarah
  }
  answerCalls({ session, 'chat-token': () => new Promise(() => undefined), listProviders: () => [] })
  await act(() => start(root))
  await expect.poll(readScreen).toMatch('No connection. Please try again.')
  isConnected = true
  const retry = await findControl('Try again')
  await act(async () => {
    retry.click()
    await vi.dynamicImportSettled()
  })
  await expect.poll(readScreen).toMatch('Who do you need?')
})
