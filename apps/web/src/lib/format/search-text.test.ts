import { expect, it } from 'vitest'
import { searchText } from './search-text.ts'

it('a search needs two characters', () => {
  expect([searchText(' a '), searchText(' ab '), searchText('')]).toEqual([undefined, 'ab', undefined])
})
