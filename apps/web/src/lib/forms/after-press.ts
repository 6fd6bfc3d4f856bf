const ends = ['pointerup', 'pointercancel']
let pressed = false

const addWindowListener = (name: string, listener: () => void, signal?: AbortSignal) =>
  window.addEventListener(name, listener, { capture: !signal, ...(signal && { signal }) })

if (typeof window !== 'undefined') {
  addWindowListener('pointerdown', () => (pressed = true))
  for (const end of ends) addWindowListener(end, () => (pressed = false))
}

/**
 * Runs `effect` now, or once the finger or mouse button that is down has done its work. A field is left by pressing
 * something else: a complaint that appears or goes at that moment would move it away from under the finger, and the
 * press would be lost.
 */
export function afterPress(effect: () => void): void {
  if (!pressed) return effect()
  const over = new AbortController()
  const run = () => {
    over.abort()
    // After the click, which follows the release.
    setTimeout(effect)
  }
  for (const end of ends) addWindowListener(end, run, over.signal)
}
