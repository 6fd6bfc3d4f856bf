import { expect, it, vi } from 'vitest'
import { afterPress } from './after-press.ts'

/** Presses a button in the order of events of a device. The field before it loses the focus at the mousedown. */
async function press(...events: string[]) {
  const happened: string[] = []
  const blur = () => afterPress(() => happened.push('effect'))
  window.addEventListener('mousedown', blur)
  for (const name of events) {
    window.dispatchEvent(new MouseEvent(name))
    happened.push(name)
  }
  window.removeEventListener('mousedown', blur)
  await vi.waitFor(() => expect(happened).toContain('effect'))
  return happened
}

it.each([
  ['a mouse', ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']],
  ['a finger', ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click']],
])('an error caused by leaving a field does not move what is pressed with %s', async (_, events) => {
  expect(await press(...events)).toEqual([...events, 'effect'])
})

it('an error shows at once without a press', () => {
  const effect = vi.fn()
  afterPress(effect)
  expect(effect).toHaveBeenCalledOnce()
})
