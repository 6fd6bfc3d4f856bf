import { describe, expect, it } from 'vitest'
import { moveOf, neighbourOf, type Press } from './keys.ts'

const press = (key: string, over: Partial<Press> = {}): Press => ({
  key,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...over,
})

describe('a key press in the sheet', () => {
  it.each([
    [press('Enter'), 'within', 'down'],
    [press('Enter', { shiftKey: true }), 'within', 'up'],
    [press('ArrowDown'), 'within', 'down'],
    [press('ArrowDown'), 'choice', undefined],
    [press('Enter'), 'choice', 'down'],
    [press('ArrowLeft'), 'within', undefined],
    [press('ArrowLeft'), 'start', 'left'],
    [press('ArrowRight'), 'end', 'right'],
    [press('ArrowRight'), 'both', 'right'],
    [press('ArrowRight', { shiftKey: true }), 'end', undefined],
    [press('ArrowUp', { altKey: true }), 'within', 'line-up'],
    [press('ArrowDown', { altKey: true }), 'choice', 'line-down'],
    [press('z', { ctrlKey: true }), 'within', 'undo'],
    [press('Z', { metaKey: true, shiftKey: true }), 'within', 'redo'],
    [press('y', { ctrlKey: true }), 'within', 'redo'],
    [press('ئ', { code: 'KeyZ', ctrlKey: true }), 'within', 'undo'],
    [press('y', { code: 'KeyZ', ctrlKey: true }), 'within', 'redo'],
    [press('c', { ctrlKey: true }), 'within', undefined],
    [press('Tab'), 'end', undefined],
  ] as const)('%j with the caret at %s means %s', (pressed, caret, move) => {
    expect(moveOf(pressed, caret)).toBe(move)
  })
})

it('keyboard navigation stays within the sheet', () => {
  const names = ['a.name', 'a.quantity', 'b.name', 'b.quantity']
  expect(neighbourOf(names, 'a.quantity', 'down')).toBe('b.quantity')
  expect(neighbourOf(names, 'b.name', 'up')).toBe('a.name')
  expect(neighbourOf(names, 'a.quantity', 'right')).toBe('b.name')
  expect(neighbourOf(names, 'b.quantity', 'down')).toBeUndefined()
  expect(neighbourOf(names, 'a.name', 'left')).toBeUndefined()
})
