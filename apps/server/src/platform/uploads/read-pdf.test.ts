import { deflateSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pdf } from '../../../testing/fixtures/files.ts'
import { readPdf } from './read-pdf.ts'

describe('reading a PDF', () => {
  it('counts the pages of its tree, compressed or not', () => {
    for (const isPacked of [false, true]) {
      for (const pages of [1, 10, 11, 250]) {
        expect(readPdf(pdf({ pages, isPacked }))).toEqual({ pages, isEncrypted: false, hasScripts: false })
      }
    }
  })

  it('counts the pages of its newest version', () => {
    const grown = Buffer.concat([
      pdf({ pages: 2 }),
      Buffer.from(
        '2 0 obj\n<< /Type /Pages /Kids [3 0 R 4 0 R 3 0 R 9 0 R] /Count 3 >>\nendobj\n9 0 obj\n<</Type/Page>>\nendobj\n',
      ),
      Buffer.from('trailer\n<< /Root 1 0 R >>\n'),
    ])
    expect(readPdf(grown).pages).toBe(3)
  })

  it('ignores cycles in the page tree', () => {
    const round =
      '%PDF-1.4\n1 0 obj\n<< /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Kids [2 0 R 3 0 R] >>\nendobj\n3 0 obj\n<< >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n'
    expect(readPdf(Buffer.from(round)).pages).toBe(1)
  })

  it('detects encryption', () => {
    expect(readPdf(pdf({ isLocked: true })).isEncrypted).toBe(true)
  })

  it.each([
    '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
    '/OpenAction << /S /J#61vaScript /#4aS (app.alert(1)) >>',
    '/AA << /O << /S /Launch /F (cmd.exe) >> >>',
  ])('detects active content: %s', (script) => {
    for (const isPacked of [false, true]) expect(readPdf(pdf({ script, isPacked })).hasScripts).toBe(true)
  })

  it('does not mistake ordinary names for active content', () => {
    expect(readPdf(pdf({ script: '/Names << /JSX 1 /LaunchPad 2 >>' })).hasScripts).toBe(false)
  })

  it('limits decompression', () => {
    const bomb = deflateSync(Buffer.alloc(80 * 1024 * 1024))
    const file = Buffer.concat([
      Buffer.from(
        `%PDF-1.7\n5 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`,
      ),
      bomb,
      Buffer.from('\nendstream\nendobj\n'),
    ])
    expect(() => readPdf(file)).toThrow()
  })

  it('refuses malformed, truncated and unsupported files', () => {
    expect(() => readPdf(Buffer.from('<html>'))).toThrow()
    expect(() => readPdf(Buffer.from('%PDF-1.7\n'))).toThrow()
    const odd = pdf({ isPacked: true }).toString('latin1').replace('/FlateDecode', '[/ASCII85Decode /FlateDecode]')
    expect(() => readPdf(Buffer.from(odd, 'latin1'))).toThrow()
    const chained = pdf({ isPacked: true }).toString('latin1').replace('/FlateDecode', '[/FlateDecode /FlateDecode]')
    expect(() => readPdf(Buffer.from(chained, 'latin1'))).toThrow()
  })

  it('terminates for any input', () => {
    const whole = pdf({ pages: 3, isPacked: true })
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.uint8Array({ minLength: 1, maxLength: 20 }), (at, noise) => {
        const damaged = Buffer.from(whole)
        damaged.set(noise.subarray(0, damaged.length - at), at)
        try {
          return readPdf(damaged).pages >= 0
        } catch (error) {
          return error instanceof Error
        }
      }),
    )
    expect(whole.length).toBeGreaterThan(100)
  })
})
