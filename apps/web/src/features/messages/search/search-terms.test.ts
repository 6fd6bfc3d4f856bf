import { describe, expect, it } from 'vitest'
import { excerptOf, searchTermsOf } from './search-terms.ts'

const found = (text: string, query: string) =>
  excerptOf(text, searchTermsOf(query)).flatMap((part) => (part.found ? [part.text] : []))
const shown = (text: string, query: string) =>
  excerptOf(text, searchTermsOf(query))
    .map((part) => part.text)
    .join('')

describe('search terms', () => {
  it('contain a letter or digit', () => {
    expect(searchTermsOf('  boiler,  leaks ?! 2')).toEqual(['boiler,', 'leaks', '2'])
    expect(searchTermsOf(' … ')).toEqual([])
  })

  it('match word prefixes, ignoring case', () => {
    expect(found('The Boiler leaks, the old boilers do not', 'boil LEAK')).toEqual(['Boil', 'leak', 'boil'])
    expect(found('Küche und Teeküche', 'küche')).toEqual(['Küche'])
  })

  it('escape special characters', () => {
    expect(found('It costs (about) 5.000', '(about) 5.0')).toEqual(['(about)', '5.0'])
  })
})

describe('a search excerpt', () => {
  it('keeps a short message in one line', () => {
    expect(shown('Two lines\nof  text', 'text')).toBe('Two lines of text')
  })

  it('starts shortly before the first match in a long one', () => {
    const text = `${'one two three '.repeat(20)}the valve is here ${'and so on '.repeat(30)}`
    const excerpt = shown(text, 'valve')
    expect(excerpt).toMatch(/^… .{1,60}the valve is here/)
    expect(excerpt).toMatch(/…$/)
    expect(excerpt.length).toBeLessThan(150)
  })

  it('is the beginning without a match', () => {
    expect(excerptOf('Only a file name was found', ['boiler'])).toEqual([
      { text: 'Only a file name was found', found: false },
    ])
  })
})
