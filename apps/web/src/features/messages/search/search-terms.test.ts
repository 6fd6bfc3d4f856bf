import { describe, expect, it } from 'vitest'
import { excerptOf, searchTermsOf } from './search-terms.ts'

const found = (text: string, query: string) =>
  excerptOf(text, searchTermsOf(query)).flatMap((stretch) => (stretch.found ? [stretch.text] : []))
const shown = (text: string, query: string) =>
  excerptOf(text, searchTermsOf(query))
    .map((stretch) => stretch.text)
    .join('')

describe('words looked for', () => {
  it('are whatever has a letter or a figure', () => {
    expect(searchTermsOf('  boiler,  leaks ?! 2')).toEqual(['boiler,', 'leaks', '2'])
    expect(searchTermsOf(' … ')).toEqual([])
  })

  it('are marked where a word begins with them, in any case', () => {
    expect(found('The Boiler leaks, the old boilers do not', 'boil LEAK')).toEqual(['Boil', 'leak', 'boil'])
    expect(found('Küche und Teeküche', 'küche')).toEqual(['Küche'])
  })

  it('are taken as they stand, whatever signs are in them', () => {
    expect(found('It costs (about) 5.000', '(about) 5.0')).toEqual(['(about)', '5.0'])
  })
})

describe('an excerpt', () => {
  it('keeps a short message whole and in one line', () => {
    expect(shown('Two lines\nof  text', 'text')).toBe('Two lines of text')
  })

  it('begins a little before the first find in a long one', () => {
    const text = `${'one two three '.repeat(20)}the valve is here ${'and so on '.repeat(30)}`
    const excerpt = shown(text, 'valve')
    expect(excerpt).toMatch(/^… .{1,60}the valve is here/)
    expect(excerpt).toMatch(/…$/)
    expect(excerpt.length).toBeLessThan(150)
  })

  it('is the beginning where nothing is found in it', () => {
    expect(excerptOf('Only a file name was found', ['boiler'])).toEqual([
      { text: 'Only a file name was found', found: false },
    ])
  })
})
