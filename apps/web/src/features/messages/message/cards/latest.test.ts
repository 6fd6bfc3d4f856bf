import { expect, it } from 'vitest'
import { isLatestOf } from './latest.ts'

const about = (id: string, type: string, object: string) => ({ id, card: { type, id: object } })

it('only the last message about a record shows its card', () => {
  const messages = [
    about('m1', 'booking', 'a'),
    about('m2', 'offer', 'a'),
    { id: 'm3' },
    about('m4', 'booking', 'a'),
    about('m5', 'booking', 'b'),
  ]
  expect(messages.filter((message) => isLatestOf(messages, message)).map(({ id }) => id)).toEqual(['m2', 'm4', 'm5'])
  const more = [...messages, about('m6', 'booking', 'b')]
  expect(more.filter((message) => isLatestOf(more, message)).map(({ id }) => id)).toEqual(['m2', 'm4', 'm6'])
})
