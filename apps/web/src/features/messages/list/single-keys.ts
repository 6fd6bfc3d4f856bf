const KEY = 'chat.singleKeys'

/** Whether single-key shortcuts are on; stored on this device (WCAG 2.1.4). */
export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function turnSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Storage is not available: keep the setting as it is.
  }
}
