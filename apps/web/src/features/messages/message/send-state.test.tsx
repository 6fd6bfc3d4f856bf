import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { SendStateMark } from './send-state.tsx'

afterEach(() => vi.unstubAllGlobals())

it('tells the states of a message apart without colour', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const room = document.createElement('div')
  const root = createRoot(room)
  const icons = []
  for (const state of ['sending', 'sent', 'delivered', 'read', 'failed'] as const) {
    await act(async () => root.render(<SendStateMark state={state} />))
    icons.push(room.querySelector('svg')?.innerHTML)
  }
  expect(new Set(icons).size).toBe(icons.length)
  await act(async () => root.unmount())
})
