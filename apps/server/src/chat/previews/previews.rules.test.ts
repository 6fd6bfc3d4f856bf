import { describe, expect, it } from 'vitest'
import { pageKey, previewImageKey, readPage } from './previews.rules.ts'

const read = (html: string | Buffer, type = 'text/html; charset=utf-8') =>
  readPage({ bytes: Buffer.from(html as string), headers: { 'content-type': type }, url: 'https://shop.test/taps/7' })

describe('a linked page', () => {
  it('is described by Open Graph tags', () => {
    const html = `<!doctype html><head><title>Plain</title>
      <meta property="og:title" content="A &amp; B taps"><meta property="og:description" content=" Brass,
      polished "><meta property="og:site_name" content="Shop"><meta property="og:image" content="../a.jpg">`
    expect(read(html)).toEqual({
      title: 'A & B taps',
      description: 'Brass, polished',
      siteName: 'Shop',
      imageUrl: 'https://shop.test/a.jpg',
    })
  })

  it('is described without them too, whatever its markup', () => {
    expect(read('<title>Only\n a title</title>')).toEqual({ title: 'Only a title' })
    const other = '<META NAME=description CONTENT="About"><meta name="twitter:title" content="Card"><p>'
    expect(read(other)).toEqual({ title: 'Card', description: 'About' })
    expect(read('<svg><title>Icon</title></svg><title>No</title>')?.title).toBe('Icon')
    expect(read(`<title>${'x'.repeat(500)}</title>`)?.title).toHaveLength(200)
  })

  it('is decoded with its charset', () => {
    const bytes = Buffer.from('<meta charset="iso-8859-1"><title>Caf\xe9</title>', 'latin1')
    expect(readPage({ bytes, headers: { 'content-type': 'text/html' }, url: 'https://x.test/' })?.title).toBe('Café')
  })

  it('ignores images that are none, empty texts and scripts', () => {
    expect(read('{}', 'application/json')).toBeUndefined()
    expect(read('<p>No head</p>')).toBeUndefined()
    expect(read('<body><meta property="og:title" content="Comment of a visitor">')).toBeUndefined()
    const script = '<title>T</title><meta property="og:image" content="javascript:alert(1)">'
    expect(read(script)).toEqual({ title: 'T' })
  })

  it('has one canonical URL, whatever its fragment', () => {
    expect(pageKey('HTTPS://Shop.test:443/taps#seven')).toBe('https://shop.test/taps')
    expect(pageKey('nonsense')).toBeUndefined()
    expect(previewImageKey('prv_../../etc')).toBeUndefined()
  })
})
