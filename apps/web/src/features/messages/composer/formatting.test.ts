import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatChange, formatOfKey, formats, hasMarks, type Format } from './formatting.tsx'

/** Applies a format to a text with a marked selection: `a [b] c`, or `a | b`. */
function press(drawn: string, format: Format): string {
  const start = drawn.search(/[⟦|]/)
  const end = drawn.includes('⟦') ? drawn.indexOf('⟧') - 1 : start
  const text = drawn.replace(/[⟦⟧|]/g, '')
  const { start: from, end: to, insert, select } = formatChange(text, start, end, format)
  const after = text.slice(0, from) + insert + text.slice(to)
  const [one, other] = select ?? [from + insert.length, from + insert.length]
  return one === other
    ? `${after.slice(0, one)}|${after.slice(one)}`
    : `${after.slice(0, one)}⟦${after.slice(one, other)}⟧${after.slice(other)}`
}

describe('markdown formats', () => {
  it('are toggled around the selection', () => {
    expect(press('so ⟦very⟧ good', 'bold')).toBe('so **⟦very⟧** good')
    expect(press('so **⟦very⟧** good', 'bold')).toBe('so ⟦very⟧ good')
    expect(press('so ⟦**very**⟧ good', 'bold')).toBe('so ⟦very⟧ good')
    expect(press('⟦x⟧', 'italic')).toBe('_⟦x⟧_')
    expect(press('⟦x⟧', 'strike')).toBe('~~⟦x⟧~~')
    expect(press('⟦x⟧', 'code')).toBe('`⟦x⟧`')
  })

  it('exclude surrounding spaces, and enclose nothing when empty', () => {
    expect(press('so⟦ very ⟧good', 'bold')).toBe('so **⟦very⟧** good')
    expect(press('so |', 'bold')).toBe('so **|**')
    expect(press('so **|**', 'bold')).toBe('so |')
  })

  it('use a fence for several lines of code', () => {
    expect(press('⟦a\nb⟧', 'code')).toBe('```\n⟦a\nb⟧\n```')
  })

  it('insert a link with a URL to be typed, or from a URL', () => {
    expect(press('see ⟦this⟧', 'link')).toBe('see [this](⟦https://⟧)')
    expect(press('see |', 'link')).toBe('see [](⟦https://⟧)')
    expect(press('⟦https://a.test/b⟧', 'link')).toBe('[|](https://a.test/b)')
  })

  it('are toggled at the start of whole lines', () => {
    expect(press('a\nb⟦b\nc⟧c\nd', 'list')).toBe('a\n⟦- bb\n- cc⟧\nd')
    expect(press('⟦- bb\n- cc⟧', 'list')).toBe('⟦bb\ncc⟧')
    expect(press('⟦- bb\ncc⟧', 'list')).toBe('⟦- bb\n- cc⟧')
    expect(press('one\ntw|o', 'quote')).toBe('one\n> tw|o')
    expect(press('> tw|o', 'quote')).toBe('tw|o')
  })

  it('never remove text, and stay within it', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '*', '_', '>', '-') })
    fc.assert(
      fc.property(letters, fc.nat(), fc.nat(), fc.constantFrom(...formats), (text, one, other, format) => {
        const [start, end] = [one % (text.length + 1), other % (text.length + 1)].toSorted((a, b) => a - b) as [
          number,
          number,
        ]
        const change = formatChange(text, start, end, format)
        const after = text.slice(0, change.start) + change.insert + text.slice(change.end)
        const words = (all: string) => all.replace(/https:\/\//g, '').replace(/[^ab]/g, '')
        expect(words(after)).toBe(words(text))
        const [from, to] = change.select ?? [0, 0]
        expect(0 <= from && from <= to && to <= after.length).toBe(true)
      }),
    )
  })
})

describe('a formatting shortcut', () => {
  const key = (overrides: Partial<Parameters<typeof formatOfKey>[0]>) =>
    formatOfKey({ key: '', code: '', ctrlKey: true, metaKey: false, shiftKey: false, altKey: false, ...overrides })

  it('needs Ctrl or ⌘', () => {
    expect([key({ key: 'b' }), key({ key: 'I' }), key({ key: 'e', ctrlKey: false, metaKey: true })]).toEqual([
      'bold',
      'italic',
      'code',
    ])
    expect(key({ key: 'لا', code: 'KeyB' })).toBe('bold')
    const shifted = ['KeyX', 'KeyU', 'Digit8', 'Digit9'].map((code) => key({ code, shiftKey: true }))
    expect(shifted).toEqual(['strike', 'link', 'list', 'quote'])
  })

  it('is none alone, with Alt, or with other letters', () => {
    expect([key({ key: 'b', ctrlKey: false }), key({ key: 'b', altKey: true }), key({ key: 'k' })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

it('plain text has no markup', () => {
  expect(['Hello, I come at 9.', 'a * b', 'x > y', '2.5 m'].filter(hasMarks)).toEqual([])
  const marked = ['**b**', '_i_', '~~s~~', '`c`', '- a', '1. a', '> q', '[a](https://b.test)', 'x\n* y']
  expect(marked.filter((text) => !hasMarks(text))).toEqual([])
})
