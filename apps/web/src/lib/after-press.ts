let pressed = false

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), true)
  for (const end of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(end, () => (pressed = false), true)
  }
}

/**
 * Runs `effect` now, or once the finger or mouse button that is down has done its work. A field is left by pressing
 * something else: a complaint that appears or goes at that moment would move it away from under the finger, and the
 * press would be lost.
 */
export function afterPress(effect: () => void): void {
  if (!pressed) return effect()
  const run = () => {
    window.removeEventListener('pointerup', run)
    window.removeEventListener('pointercancel', run)
    // After the click, which follows the release.
    setTimeout(effect)
  }
  window.addEventListener('pointerup', run)
  window.addEventListener('pointercancel', run)
}
