import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInline, parseMarkup, plainText } from './markup.ts'

describe('a line of markup', () => {
  it.each([
    ['plain', [{ type: 'text', text: 'plain' }]],
    [
      '**big** news',
      [
        { type: 'strong', content: [{ type: 'text', text: 'big' }] },
        { type: 'text', text: ' news' },
      ],
    ],
    [
      '*so* _it_ goes',
      [
        { type: 'em', content: [{ type: 'text', text: 'so' }] },
        { type: 'text', text: ' ' },
        { type: 'em', content: [{ type: 'text', text: 'it' }] },
        { type: 'text', text: ' goes' },
      ],
    ],
    ['~~no~~', [{ type: 'strike', content: [{ type: 'text', text: 'no' }] }]],
    ['`a * b`', [{ type: 'code', text: 'a * b' }]],
    [
      '**very *much***',
      [
        {
          type: 'strong',
          content: [
            { type: 'text', text: 'very ' },
            { type: 'em', content: [{ type: 'text', text: 'much' }] },
          ],
        },
      ],
    ],
  ])('%s', (text, expected) => expect(parseInline(text)).toEqual(expected))

  it.each(['2 * 3 * 4', 'snake_case_name', 'a ** b', '5*', '__init', '\\*not\\*'])('%s stays as it is', (text) => {
    expect(parseInline(text)).toEqual([{ type: 'text', text: text.replaceAll('\\', '') }])
  })

  it.each([
    ['see https://a.ng/b?c=1.', 'https://a.ng/b?c=1', 'https://a.ng/b?c=1'],
    ['(https://a.ng/x_(y))', 'https://a.ng/x_(y)', 'https://a.ng/x_(y)'],
    ['www.fettle.test, ok', 'https://www.fettle.test', 'www.fettle.test'],
    ['[the plan](https://a.ng/plan)', 'https://a.ng/plan', 'the plan'],
    ['**https://a.ng**', undefined, undefined],
  ])('%s links', (text, href, label) => {
    const link = parseInline(text).find(({ type }) => type === 'link')
    if (href === undefined) expect(JSON.stringify(parseInline(text))).toContain('"href":"https://a.ng"')
    else expect(link).toEqual({ type: 'link', href, content: [{ type: 'text', text: label }] })
  })

  it('never links to code', () => {
    expect(JSON.stringify(parseInline('[tap](javascript:alert(1)) javascript:alert(1)'))).not.toContain('href')
  })
})

describe('a message with markup', () => {
  it('keeps lines and paragraphs', () => {
    expect(parseMarkup('one\ntwo\n\nthree').map((block) => 'lines' in block && block.lines.length)).toEqual([2, 1])
  })

  it('has lists, quotes and code', () => {
    const text = 'Bring:\n- tape\n- washers\n2. then\n> you said\n> so\n```\na  b\n```'
    expect(parseMarkup(text).map(({ type }) => type)).toEqual(['paragraph', 'list', 'list', 'quote', 'code'])
    expect(parseMarkup(text)[2]).toMatchObject({ start: 2 })
    expect(parseMarkup(text)[4]).toEqual({ type: 'code', text: 'a  b' })
  })

  it('with an unclosed fence is text', () => {
    expect(parseMarkup('```\nabc').map(({ type }) => type)).toEqual(['paragraph'])
  })

  it('has a one-line text without markup', () => {
    expect(plainText('**Hi**\n\n- a\n- _b_\n> c\n`d` [e](https://f.ng)')).toBe('Hi a b c d e')
  })

  it('loses no text for any input', () => {
    const written = fc.stringMatching(/^[a-z*_~`> \n\-[\]().\\]{0,60}$/)
    fc.assert(
      fc.property(written, (text) => {
        const letters = (value: string) => value.replace(/[^a-z]/g, '')
        // A link's URL is not part of its text.
        fc.pre(!/https?:|mailto:|tel:/.test(text))
        expect(letters(plainText(text))).toBe(
          letters(text.replace(/^\s*```.*$/gm, (line) => (isFence(text, line) ? '' : line))),
        )
      }),
    )
  })
})

/** The info string after a code fence is not shown. */
const isFence = (text: string, line: string) =>
  parseMarkup(text).some(({ type }) => type === 'code') && /^\s*```/.test(line)
