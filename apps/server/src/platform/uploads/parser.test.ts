import * as fc from 'fast-check'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { video, videoLocation, pdf } from '../../../testing/fixtures/files.ts'
import { readPdf, rewriteMedia } from './parser.ts'

describe('reading a PDF', () => {
  it('counts the pages of its tree, compressed or not', async () => {
    for (const isPacked of [false, true]) {
      for (const pages of [1, 10, 250])
        expect(await readPdf(pdf({ pages, isPacked }))).toEqual({ pages, isEncrypted: false, hasScripts: false })
    }
  })

  it('counts pages, whatever the file says their number is', async () => {
    const wrongPageCount = pdf({ pages: 2 }).toString('latin1').replace('/Count 2', '/Count 9')
    expect((await readPdf(Buffer.from(wrongPageCount, 'latin1'))).pages).toBe(2)
    const round = pdf({ pages: 2 }).toString('latin1').replace('/Kids [3 0 R', '/Kids [2 0 R')
    expect((await readPdf(Buffer.from(round, 'latin1'))).pages).toBe(1)
  })

  it('detects encryption', async () => {
    for (const isPacked of [false, true])
      expect(await readPdf(pdf({ isLocked: true, isPacked }))).toMatchObject({ isEncrypted: true })
  })

  it.each([
    '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
    '/OpenAction << /S /J#61vaScript /#4aS (app.alert(1)) >>',
    '/AA << /O << /S /Launch /F (cmd.exe) >> >>',
    '/AA [ [ << /X << /S /ImportData >> >> ] ]',
  ])('detects active content: %s', async (script) => {
    for (const isPacked of [false, true]) expect((await readPdf(pdf({ script, isPacked }))).hasScripts).toBe(true)
  })

  it('does not mistake ordinary names for active content', async () => {
    expect((await readPdf(pdf({ script: '/Names << /JSX 1 /LaunchPad 2 >>' }))).hasScripts).toBe(false)
  })

  it('reads a file whose table is damaged as other readers do', async () => {
    const damaged = pdf({ pages: 2, script: '/AA << /S /Launch >>' })
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n7')
    expect(await readPdf(Buffer.from(damaged, 'latin1'))).toEqual({ pages: 2, isEncrypted: false, hasScripts: true })
  })

  it('limits the memory that unpacking takes', async () => {
    // One megabyte of zeros packs to a kilobyte, and flushed blocks can be repeated: 8 GB in 8 MB.
    const block = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH })
    const bomb = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 8_000 }, () => block)])
    const head = `5 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`
    const before = process.memoryUsage.rss()
    await expect(
      readPdf(Buffer.concat([Buffer.from(`%PDF-1.7\n${head}`), bomb, Buffer.from('\nendstream\nendobj\n')])),
    ).rejects.toThrow()
    expect(process.memoryUsage.rss() - before).toBeLessThan(1024 ** 3)
    // The next file gets a thread.
    expect((await readPdf(pdf())).pages).toBe(1)
  })

  it('refuses what it cannot read', async () => {
    const nested = `%PDF-1.7\n1 0 obj\n${'['.repeat(200_000)}${']'.repeat(200_000)}\nendobj\ntrailer\n<< /Root 1 0 R >>\n`
    for (const text of ['<html>', '%PDF-1.7\n', '%PDF-1.4 nothing more', nested])
      await expect(readPdf(Buffer.from(text))).rejects.toThrow()
  })

  it('answers for any damage', async () => {
    const whole = pdf({ pages: 3, isPacked: true })
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.uint8Array({ minLength: 1, maxLength: 20 }), async (at, noise) => {
        const damaged = Buffer.from(whole)
        damaged.set(noise.subarray(0, damaged.length - at), at)
        const outcome = await readPdf(damaged).catch((error: unknown) => error)
        return outcome instanceof Error || (outcome as { pages: number }).pages >= 0
      }),
      { numRuns: 40, seed: 1 },
    )
    expect(whole.length).toBeGreaterThan(100)
  })
})

describe('rewriting a video', () => {
  const tracksOf = async (bytes: Uint8Array) => {
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
    return (await input.getTracks()).map(({ type, codec }) => `${type} ${codec}`)
  }

  it.each(['mp4', 'webm'] as const)('keeps pictures and sound of %s, and not where it was taken', async (container) => {
    const taken = await video(container)
    expect(taken.toString('latin1')).toContain(videoLocation)
    const kept = await rewriteMedia(taken, container)
    expect(kept.toString('latin1')).not.toContain(videoLocation)
    expect(await tracksOf(kept)).toEqual(['video vp9', 'audio opus'])
  })

  it('keeps a recording of sound alone', async () => {
    expect(await tracksOf(await rewriteMedia(await video('mp4', { soundOnly: true }), 'mp4'))).toEqual(['audio opus'])
  })

  it('refuses a head without a video, a truncated one, and one in another container', async () => {
    const head = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), Buffer.alloc(100)])
    await expect(rewriteMedia(head, 'mp4')).rejects.toThrow()
    const whole = await video('mp4')
    await expect(rewriteMedia(whole.subarray(0, whole.length / 2), 'mp4')).rejects.toThrow()
    await expect(rewriteMedia(whole, 'webm')).rejects.toThrow()
  })
})
