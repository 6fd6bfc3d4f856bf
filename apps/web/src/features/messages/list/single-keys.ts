const KEY = 'chat.singleKeys'

/** Whether single keys act wherever one is on this screen; kept on this device (WCAG 2.1.4). */
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
    // They stay as they are where the browser refuses to keep anything.
  }
}
