import { useEffect, useEffectEvent } from 'react'
import { press } from './can-record.ts'

/** Shorter than this it was a tap: then the buttons end it. */
const HOLD_MS = 600
/** Slid this far towards the start, letting go throws it away. */
const CANCEL_DISTANCE_PX = 90

/**
 * While the finger that began the recording is down: letting go sends, letting go far to the side throws it away.
 * `isRunning` says that the microphone hears; the time until then, and a question of the browser, do not count.
 */
export function useHold(isRunning: boolean, done: { send: () => void; cancel: () => void }): void {
  const end = useEffectEvent((began: number, event: PointerEvent, from: number | undefined) => {
    if (event.timeStamp - began < HOLD_MS) return
    const slid = from === undefined ? 0 : Math.abs(event.clientX - from)
    if (slid >= CANCEL_DISTANCE_PX) done.cancel()
    else done.send()
  })
  useEffect(() => {
    if (!isRunning || !press.isDown) return
    const began = performance.now()
    let from: number | undefined
    const move = (event: PointerEvent) => {
      from ??= event.clientX
    }
    const up = (event: PointerEvent) => end(began, event, from)
    window.addEventListener('pointermove', move, true)
    window.addEventListener('pointerup', up, { capture: true, once: true })
    return () => {
      window.removeEventListener('pointermove', move, true)
      window.removeEventListener('pointerup', up, true)
    }
  }, [isRunning])
}
