import { describe, expect, it } from 'vitest'
import { toTable, wrap } from './table.ts'

const headings = ['ID', 'NAME', 'NOTE', 'WHAT']
const rows = [
  ['tkt_1', 'Ada', '', 'Photos take very long'],
  ['tkt_22', 'Bola Musa', '', ''],
]

describe('a table', () => {
  it('sizes columns by their widest cell when there is no terminal', () => {
    expect(toTable(headings, rows, undefined)).toBe(
      ['ID      NAME       NOTE  WHAT', 'tkt_1   Ada              Photos take very long', 'tkt_22  Bola Musa'].join(
        '\n',
      ),
    )
  })

  it('drops empty columns where they would not fit', () => {
    expect(toTable(headings, rows, 42)).toBe(
      ['ID      NAME       WHAT', 'tkt_1   Ada        Photos take very long', 'tkt_22  Bola Musa'].join('\n'),
    )
  })

  it('prints records as lists on a narrow terminal, without breaking words', () => {
    expect(toTable(headings, rows, 24)).toBe(
      ['tkt_1', '  NAME  Ada', '  WHAT  Photos take very', '        long', '', 'tkt_22', '  NAME  Bola Musa'].join(
        '\n',
      ),
    )
    expect(wrap('see https://desk.test/files/a-long-name now', 10)).toEqual([
      'see',
      'https://desk.test/files/a-long-name',
      'now',
    ])
  })
})
