/** Whether this browser supports recording. Permission is requested when recording starts. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function'

/** Whether the pointer that started recording is still down, so that releasing it sends. */
export const press = { isDown: false }

/** Sets `press.isDown` until the pointer is released or cancelled. */
export function holdPress(): void {
  press.isDown = true
  const end = () => {
    press.isDown = false
    for (const name of ['pointerup', 'pointercancel'] as const) window.removeEventListener(name, end, true)
  }
  for (const name of ['pointerup', 'pointercancel'] as const) window.addEventListener(name, end, true)
}
