import { useEffect, useEffectEvent } from 'react'
import { press } from './can-record.ts'

/** A shorter press is a tap; recording then ends by its buttons. */
const HOLD_MS = 600
/** Releasing after sliding this far towards the start cancels. */
const CANCEL_DISTANCE_PX = 90

/**
 * Hold-to-record: releasing sends, releasing after sliding to the side cancels. `isRunning`: the microphone is
 * recording; time before that, such as the permission prompt, does not count.
 */
export function useHoldToRecord(isRunning: boolean, actions: { send: () => void; cancel: () => void }): void {
  const end = useEffectEvent((startedAt: number, event: PointerEvent, from: number | undefined) => {
    if (event.timeStamp - startedAt < HOLD_MS) return
    const distance = from === undefined ? 0 : Math.abs(event.clientX - from)
    if (distance >= CANCEL_DISTANCE_PX) actions.cancel()
    else actions.send()
  })
  useEffect(() => {
    if (!isRunning || !press.isDown) return
    const startedAt = performance.now()
    let from: number | undefined
    const move = (event: PointerEvent) => {
      from ??= event.clientX
    }
    const up = (event: PointerEvent) => end(startedAt, event, from)
    window.addEventListener('pointermove', move, true)
    window.addEventListener('pointerup', up, { capture: true, once: true })
    return () => {
      window.removeEventListener('pointermove', move, true)
      window.removeEventListener('pointerup', up, true)
    }
  }, [isRunning])
}
