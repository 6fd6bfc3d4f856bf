// A finger is lifted before its mouse events, and the field loses the focus at the first of them.
const starts = ['pointerdown', 'mousedown']
const ends = ['pointerup', 'pointercancel', 'mouseup']
let pressed = false

const addWindowListener = (name: string, listener: () => void, signal?: AbortSignal) =>
  window.addEventListener(name, listener, { capture: !signal, ...(signal && { signal }) })

if (typeof window !== 'undefined') {
  for (const start of starts) addWindowListener(start, () => (pressed = true))
  for (const end of ends) addWindowListener(end, () => (pressed = false))
}

/**
 * Runs `effect` now, or after the current press. A press blurs the focused field; an error that appears then would
 * shift the pressed button, and the click would be lost.
 */
export function afterPress(effect: () => void): void {
  if (!pressed) return effect()
  const listening = new AbortController()
  const run = () => {
    listening.abort()
    // The click follows the release.
    setTimeout(effect)
  }
  for (const end of ends) addWindowListener(end, run, listening.signal)
}

/**
 * Runs `effect` now, or when the current press ends, before its click. What a blur adds above a pressed button would
 * shift it, and the click would be lost; the click itself must find what was added.
 */
export function beforeClick(effect: () => void): void {
  if (!pressed) return effect()
  const listening = new AbortController()
  const run = () => {
    listening.abort()
    effect()
  }
  for (const end of ['mouseup', 'pointercancel']) addWindowListener(end, run, listening.signal)
}
