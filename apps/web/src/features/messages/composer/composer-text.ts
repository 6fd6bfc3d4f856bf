import type { Store } from '@fettle/chat-client/store'
import { useSyncExternalStore } from 'react'
import { createDeviceSetting } from '../../../lib/browser/device-value.ts'

/** Text of a composer, held outside React, so that a keystroke renders only what shows it. */
export type ComposerText = Store<string>

/** Selects a value from the text; re-renders only when the value changes. */
export const useComposerText = <T extends string | number | boolean>(
  composerText: ComposerText,
  read: (text: string) => T,
): T => useSyncExternalStore(composerText.subscribe, () => read(composerText.getSnapshot()))

/** A replacement of a range, and the selection in the new text. */
export interface TextChange {
  start: number
  end: number
  insert: string
  select?: readonly [number, number]
}

/** Changes the text as if it were typed, so that the browser's undo works. */
export function changeText(field: HTMLTextAreaElement, composerText: ComposerText, change: TextChange): void {
  const { start, end, insert, select } = change
  const newText = field.value.slice(0, start) + insert + field.value.slice(end)
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, end)
  // The only way into a field that undo knows; no browser has another.
  // oxlint-disable-next-line typescript/no-deprecated -- see above
  const isDone =
    newText !== field.value && document.execCommand?.(insert === '' ? 'delete' : 'insertText', false, insert)
  if (!isDone || field.value !== newText) field.value = newText
  composerText.set(newText)
  const [from, to] = select ?? [start + insert.length, start + insert.length]
  field.setSelectionRange(from, to)
}

/** Setting: Enter sends. Off by default on touch keyboards, which have no Shift+Enter. */
export const enterSends = createDeviceSetting('chat.enterSends', () => !window.matchMedia('(pointer: coarse)').matches)

/** Setting: show the formatting buttons. Off by default; the keyboard shortcuts of formats always work. */
export const showsFormatting = createDeviceSetting('chat.formatting', () => false)
