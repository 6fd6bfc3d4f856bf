import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

/** Parses one line of CSV (RFC 4180). */
function read(line: string): string[] {
  const fields: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    fields.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === '\r\n') break
  }
  return fields
}

describe('a CSV line', () => {
  it('is parsed back unchanged', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/^[=+\-@\t\r]/.test(value))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (cells) => {
        expect(read(csvLine(cells))).toEqual(cells)
      }),
    )
  })

  it.each(['=1+1', '+44 20', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://evil","x")'])(
    'escapes %j as no formula',
    (cell) => {
      expect(read(csvLine([cell]))).toEqual([`'${cell}`])
    },
  )

  it('keeps numbers and empty values', () => {
    expect(csvLine([-12.5, 0, null, '', 'a "b", c'])).toBe('-12.5,0,,,"a ""b"", c"\r\n')
  })
})
