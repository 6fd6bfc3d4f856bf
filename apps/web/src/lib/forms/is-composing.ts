import type { KeyboardEvent } from 'react'

/**
 * Whether a key belongs to an input method, which selects candidates with Enter, Escape and the arrow keys. Safari ends
 * the composition before the key that confirms it, which has this code.
 */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229
