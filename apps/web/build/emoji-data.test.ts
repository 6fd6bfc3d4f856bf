import { expect, it } from 'vitest'
import { emojiOf } from './emoji-data.ts'

it('the picker has the emoji in English and French, each in a group, some in five tones', () => {
  for (const locale of ['en', 'fr']) {
    const { emojis, categories } = emojiOf(locale)
    const groups = new Set(categories.map(({ index }) => index))
    expect(emojis.length).toBeGreaterThan(1_500)
    expect(emojis.filter(({ category }) => !groups.has(category))).toEqual([])
    const thumb = emojis.find(({ emoji }) => emoji.startsWith('👍'))
    expect(Object.keys(thumb?.skins ?? {})).toHaveLength(5)
  }
})
