import { describe, expect, it } from 'vitest'
import { neighbourOf, shortcutOf } from './shortcuts.ts'

const plain = { key: '', code: '', altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
const of = (key: Partial<typeof plain>, options: { isWriting?: boolean; singleKeys?: boolean } = {}) =>
  shortcutOf({ ...plain, ...key }, { isWriting: false, singleKeys: true, ...options })

describe('a shortcut on the messages screen', () => {
  it('leaves Ctrl or Cmd and K to the search of the whole app', () => {
    expect(of({ key: 'k', ctrlKey: true }, { isWriting: true })).toBeUndefined()
    expect(of({ key: 'K', metaKey: true })).toBeUndefined()
  })

  it('switches conversations and jumps to unread ones with Alt and Shift', () => {
    expect(of({ key: 'ArrowDown', altKey: true, shiftKey: true }, { isWriting: true })).toBe('next')
    expect(of({ key: 'ArrowUp', altKey: true, shiftKey: true })).toBe('previous')
    expect(of({ key: '¨', code: 'KeyU', altKey: true, shiftKey: true })).toBe('unread')
    expect(of({ key: 'ArrowUp', altKey: true })).toBeUndefined()
  })

  it('with a single key works outside of fields only, when enabled', () => {
    expect(of({ key: '/' })).toBe('searchHere')
    expect(of({ key: '?', shiftKey: true })).toBe('help')
    expect(of({ key: '؟', shiftKey: true })).toBe('help')
    expect(of({ key: '/' }, { isWriting: true })).toBeUndefined()
    expect(of({ key: '?', shiftKey: true }, { singleKeys: false })).toBeUndefined()
  })
})

describe('the neighbouring conversation', () => {
  it('is the next in the list, and none beyond its ends', () => {
    expect(neighbourOf(['a', 'b', 'c'], 'b', 1)).toBe('c')
    expect(neighbourOf(['a', 'b', 'c'], 'b', -1)).toBe('a')
    expect(neighbourOf(['a', 'b', 'c'], 'c', 1)).toBeUndefined()
  })

  it('is the first or last when none is open', () => {
    expect(neighbourOf(['a', 'b', 'c'], undefined, 1)).toBe('a')
    expect(neighbourOf(['a', 'b', 'c'], 'gone', -1)).toBe('c')
    expect(neighbourOf([], undefined, 1)).toBeUndefined()
  })
})
