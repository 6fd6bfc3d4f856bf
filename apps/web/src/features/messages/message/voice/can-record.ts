/** Whether this browser can record at all; whether one lets it is asked when it matters. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function'

/** Whether the finger or mouse that asked to record is still down: then letting go sends. */
export const press = { isDown: false }

export function holdPress(): void {
  press.isDown = true
  const end = () => {
    press.isDown = false
    for (const name of ['pointerup', 'pointercancel'] as const) window.removeEventListener(name, end, true)
  }
  for (const name of ['pointerup', 'pointercancel'] as const) window.addEventListener(name, end, true)
}
