/** On a keyboard of glass there is no Shift+Enter: there Enter begins a new line, and the button sends. */
export const enterSends = (): boolean => !window.matchMedia('(pointer: coarse)').matches
