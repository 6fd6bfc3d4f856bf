import { expect, it } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { SendStateMark } from './send-state.tsx'

const { draw } = setUpScreen()

it('tells the states of a message apart without colour', async () => {
  const icons = []
  for (const state of ['sending', 'sent', 'delivered', 'read', 'failed'] as const) {
    await draw(<SendStateMark state={state} />)
    icons.push(document.querySelector('svg')?.innerHTML)
  }
  expect(new Set(icons).size).toBe(icons.length)
})
