// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { messageIdsIn, parts, messageIdsOf } from './split-catalogs.ts'

it('finds the message ids the macros leave', () => {
  expect(
    messageIdsIn('i18n._({ id: "aB3/x+" }); jsx(Trans, {id:`123456`}); ({ id: \'short\', id: "muchlonger" })'),
  ).toEqual(['aB3/x+', '123456'])
})

it('lists each part once', () => {
  const names = parts.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describe('the messages of a part', () => {
  const modules: Record<string, { code: string; imports: string[] }> = {
    'src/entries/app.tsx': {
      code: '({ id: "shell1" })',
      imports: ['src/ui/a.tsx', 'src/features/offers/offers.screen.tsx'],
    },
    'src/features/offers/offers.screen.tsx': { code: '({ id: "offer1" })', imports: ['src/ui/a.tsx', 'src/ui/b.tsx'] },
    'src/ui/a.tsx': { code: '({ id: "pieceA" })', imports: ['src/ui/b.tsx'] },
    'src/ui/b.tsx': { code: '({ id: "pieceB" })', imports: ['src/ui/a.tsx'] },
  }
  const graph = (file: string) => modules[file]

  it('are those of all its modules, including cycles', () => {
    expect([...messageIdsOf(['src/features/offers/offers.screen.tsx'], graph)].sort()).toEqual([
      'offer1',
      'pieceA',
      'pieceB',
    ])
  })

  it('exclude those of other parts', () => {
    expect([...messageIdsOf(['src/entries/app.tsx'], graph)].sort()).toEqual(['pieceA', 'pieceB', 'shell1'])
  })
})
