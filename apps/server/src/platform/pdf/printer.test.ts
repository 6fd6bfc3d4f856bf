import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { picture } from '../../../testing/fixtures/files.ts'
import * as printer from './printer.ts'
import type { PdfBlock, PdfPage } from './printer.ts'

const page: PdfPage = {
  title: 'A contract',
  author: 'Ada Obi',
  country: 'NG',
  footer: 'CT-2026-000001',
  at: '2026-03-02T11:00:00.000Z',
}
const blocks: PdfBlock[] = [
  { kind: 'heading', level: 'H1', text: 'A contract' },
  { kind: 'paragraph', text: 'Between Ada Obi and Chidi Okafor, for ₦3,000.' },
  { kind: 'facts', facts: [{ label: 'Total', value: '₦3,000' }] },
  { kind: 'page' },
  { kind: 'amounts', rows: [{ text: 'Total', amount: '₦3,000', strong: true }] },
]

const print = (of: PdfPage, parts: readonly PdfBlock[]) => printer.print({ page: of, blocks: parts })

describe('PDF rendering', () => {
  it('is deterministic with concurrent requests', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => print(page, blocks)))
    expect(first?.subarray(0, 5).toString()).toBe('%PDF-')
    for (const other of others) expect(other.equals(first ?? Buffer.alloc(0))).toBe(true)
  })

  it('is deterministic whatever was rendered before', async () => {
    vi.resetModules()
    const another = await import('./printer.ts')
    // Within a word these Persian and Arabic letters have the same glyphs.
    const [persian, arabic] = ['\u06A9\u0627', '\u0643\u0627'].map((text): PdfBlock[] => [{ kind: 'paragraph', text }])
    await another.print({ page, blocks: persian ?? [] })
    const after = await another.print({ page, blocks: arabic ?? [] })
    expect(after.equals(await print(page, arabic ?? []))).toBe(true)
  })

  it('draws a letterhead with a logo or a round portrait, from both directions', async () => {
    const bytes = await picture(120, 120, { format: 'png' })
    const head = { name: 'Ada Obi', details: 'Plumbing · Yaba', colour: 'TEAL' as const, kind: 'Invoice INV-1' }
    const withHead = (lang: string, isPortrait: boolean) =>
      print({ ...page, lang }, [{ kind: 'letterhead', head: { ...head, picture: { bytes, isPortrait } } }, ...blocks])
    const plain = await print(page, [{ kind: 'letterhead', head: { ...head, picture: null } }, ...blocks])
    for (const printed of [await withHead('en', true), await withHead('en', false), await withHead('ar', true)]) {
      expect(printed.includes('/S /Figure')).toBe(true)
      expect(printed.length).toBeGreaterThan(plain.length)
    }
    expect(plain.includes('/S /Figure')).toBe(false)
  })

  it('does not block the calling thread', async () => {
    let turns = 0
    const turning = setInterval(() => (turns += 1), 1)
    const long: PdfBlock[] = Array.from({ length: 400 }, (_, index) => ({
      kind: 'paragraph',
      text: `Clause ${index}.`,
    }))
    await print(page, long)
    clearInterval(turning)
    expect(turns).toBeGreaterThan(10)
  })

  it('reports errors and continues with the next', async () => {
    const broken: PdfBlock[] = [{ kind: 'picture', bytes: new Uint8Array([1, 2, 3]), alt: 'Nothing', height: 20 }]
    await expect(print(page, broken)).rejects.toThrow('Unknown image format')
    expect((await print(page, blocks)).length).toBeGreaterThan(1000)
  })

  it.skipIf(!existsSync('/usr/bin/pdftotext'))('keeps a sign of a currency with its digits', async () => {
    // Of each length, so that in some of them ₦ would end the line.
    const lengths = Array.from({ length: 100 }, (_, index) => index + 10)
    const printed = await print(
      page,
      lengths.map((length): PdfBlock => ({ kind: 'paragraph', text: `${'a '.repeat(length)}₦3,000 b` })),
    )
    const path = join(mkdtempSync(join(tmpdir(), 'fettle-pdf-')), 'amounts.pdf')
    writeFileSync(path, printed)
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    expect(text.match(/₦3,000/g)).toHaveLength(lengths.length)
  })

  it('uses Letter paper by country', async () => {
    const a4 = await print(page, blocks)
    const usLetter = await print({ ...page, country: 'US' }, blocks)
    expect(a4.includes('[0 0 595.28 841.89]')).toBe(true)
    expect(usLetter.includes('[0 0 612 792]')).toBe(true)
  })
})
