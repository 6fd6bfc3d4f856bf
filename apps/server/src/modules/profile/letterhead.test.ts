import { getProfile, deleteLogo, saveLetterhead, saveLogo } from '@fettle/protocol/accounts/profile'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProvider, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()

describe('the letterhead of offers and invoices', () => {
  let provider: TestProvider
  beforeAll(async () => {
    provider = await createProvider(testApp)
  })
  const upload = (bytes: Buffer, name = 'logo.png') =>
    testApp.send(saveLogo, { file: new File([Uint8Array.from(bytes)], name) }, provider)
  const logo = () =>
    sharp({ create: { width: 1200, height: 300, channels: 4, background: { r: 0, g: 90, b: 160, alpha: 0.5 } } })
      .png()
      .withExif({ IFD3: { GPSLatitude: '6/1 30/1 0/1' } })
      .toBuffer()

  it('is plain at first, and takes a colour of the palette', async () => {
    expect((await testApp.call(getProfile, {}, provider)).letterhead).toEqual({ logo: null, colour: 'ORANGE' })
    const { letterhead } = await testApp.call(saveLetterhead, { body: { colour: 'TEAL' } }, provider)
    expect(letterhead.colour).toBe('TEAL')
    const body = { colour: '#ffff00' as 'TEAL' }
    expect((await testApp.refusal(saveLetterhead, { body }, provider)).code).toBe('VALIDATION_FAILED')
  })

  it('keeps a logo within its box, transparent and without metadata, in place of the previous one', async () => {
    await upload(await logo())
    const { body } = await upload(await logo())
    const address = body.success ? String(body.data.letterhead.logo) : ''
    expect(address).toMatch(/^\/files\/logo\//)
    const stored = sharp(Buffer.from(await (await fetch(testApp.url + address)).arrayBuffer()))
    const { width, height, format, hasAlpha, exif } = await stored.metadata()
    expect({ width, height, format, hasAlpha, exif }).toEqual({
      width: 640,
      height: 160,
      format: 'png',
      hasAlpha: true,
      exif: undefined,
    })
    const { count } = await testApp.db.one<{ count: number }>(
      sql`select count(*) from files where owner_id = ${provider.id} and purpose = 'LOGO'`,
    )
    expect(count).toBe(1)
    const { letterhead } = await testApp.call(deleteLogo, {}, provider)
    expect(letterhead.logo).toBeNull()
    await testApp.deps.jobs.runDue()
    expect((await fetch(testApp.url + address)).status).toBe(404)
  })

  it('refuses a logo of another content type, too small, too large, or none', async () => {
    expect((await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).body).toMatchObject({
      code: 'FILE_TYPE_NOT_ALLOWED',
    })
    const tiny = await sharp({ create: { width: 200, height: 31, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    expect((await upload(tiny)).body).toMatchObject({ issues: [{ field: 'file', code: 'TOO_SMALL' }] })
    expect((await upload(Buffer.alloc(5 * 1024 * 1024 + 1, 1))).body).toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect((await upload((await logo()).subarray(0, 300))).body).toMatchObject({ code: 'FILE_UNREADABLE' })
    expect((await testApp.send(saveLogo, {}, provider)).body).toMatchObject({
      issues: [{ field: 'file', code: 'REQUIRED' }],
    })
  })
})
