const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** Names of the modifier keys on this machine's keyboard. */
export const keyNames = isMac ? { command: '⌘', alt: '⌥', shift: '⇧' } : { command: 'Ctrl', alt: 'Alt', shift: 'Shift' }
