import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitAtMentions, mentionedIn } from './mentions.ts'

const chidi = { id: 'c', name: 'Chidi' }
const okafor = { id: 'co', name: 'Chidi Okafor' }
const people = [chidi, okafor, { id: 'z', name: 'Zoë' }]

describe('a mention', () => {
  it('matches the whole name, longest first, ignoring case', () => {
    expect(mentionedIn('@Chidi Okafor, are you there?', people)).toEqual(['co'])
    expect(mentionedIn('Ask @chidi and (@ZOË).', people)).toEqual(['c', 'z'])
    expect(mentionedIn('@Zoë @Zoë', people)).toEqual(['z'])
  })

  it('does not match within a word, an address or a longer name', () => {
    expect(mentionedIn('mail@Chidi @Chidiebere @Zo Chidi @', people)).toEqual([])
    expect(mentionedIn('@Chidi', [])).toEqual([])
    expect(mentionedIn('@ @', [{ id: 'x', name: '' }])).toEqual([])
  })

  it('splits the text so that joining restores it', () => {
    expect(splitAtMentions('Hi @Zoë!', people)).toEqual([
      { text: 'Hi ' },
      { text: '@Zoë', personId: 'z' },
      { text: '!' },
    ])
    const bits = fc.array(fc.constantFrom('@', 'Chidi', ' ', 'Okafor', '@Zoë', '@Chidi Okafor', 'x', '\n'))
    fc.assert(
      fc.property(bits, (parts) => {
        const text = parts.join('')
        expect(
          splitAtMentions(text, people)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
