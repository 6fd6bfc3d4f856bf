import { saveProfilePicture } from '@fettle/protocol/accounts/profile'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProvider, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()

describe('a profile picture', () => {
  let provider: TestProvider
  beforeAll(async () => {
    provider = await createProvider(testApp)
  })
  const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'webp' | 'gif' = 'jpeg') =>
    sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .toFormat(format)
      .withExif({ IFD3: { GPSLatitude: '6/1 30/1 0/1' } })
      .toBuffer()
  const upload = (bytes: Buffer, name = 'me.jpg') =>
    testApp.send(saveProfilePicture, { file: new File([Uint8Array.from(bytes)], name) }, provider)

  it.each(['jpeg', 'png', 'webp'] as const)('in %s is cut square and kept without its metadata', async (format) => {
    const { body } = await upload(await picture(800, 600, format))
    const avatar = body.success ? String(body.data.avatar) : ''
    expect(avatar).toMatch(/^\/files\/avatar\//)
    const response = await fetch(testApp.url + avatar)
    const stored = sharp(Buffer.from(await response.arrayBuffer()))
    const { width, height, format: kept, exif } = await stored.metadata()
    expect({ width, height, kept, exif }).toEqual({ width: 512, height: 512, kept: 'webp', exif: undefined })
  })

  it('replaces the previous one', async () => {
    await upload(await picture(200, 200))
    await upload(await picture(300, 300))
    const { count } = await testApp.db.one<{ count: number }>(
      sql`select count(*) from files where owner_id = ${provider.id}`,
    )
    expect(count).toBe(1)
  })

  it('is refused for another content type, whatever its name', async () => {
    for (const bytes of [
      Buffer.from('<html><script>alert(1)</script>'),
      await picture(200, 200, 'gif'),
      Buffer.from('%PDF-1.7'),
    ]) {
      const { body } = await upload(bytes)
      expect(body).toMatchObject({
        status: 415,
        code: 'FILE_TYPE_NOT_ALLOWED',
        message: 'Use one of these types: JPEG, PNG, WebP.',
      })
    }
  })

  it('is refused when it is too small, too large or broken', async () => {
    const small = await upload(await picture(127, 400))
    expect(small.body).toMatchObject({ status: 422, issues: [{ field: 'file', code: 'TOO_SMALL' }] })
    const wide = await upload(await picture(8001, 200))
    expect(wide.body).toMatchObject({ status: 422, issues: [{ field: 'file', code: 'TOO_BIG' }] })
    const whole = await picture(400, 400)
    const cut = await upload(whole.subarray(0, whole.length / 2))
    expect(cut.body).toMatchObject({
      status: 422,
      code: 'FILE_UNREADABLE',
      message: "We couldn't read this file. Try another photo or export it again.",
    })
    const tooLarge = await upload(Buffer.alloc(5 * 1024 * 1024 + 1, 1))
    expect(tooLarge.body).toMatchObject({
      status: 413,
      code: 'FILE_TOO_LARGE',
      message: 'The file is larger than 5 MB.',
    })
  })

  it('is refused without a file, and as JSON', async () => {
    const none = await testApp.send(saveProfilePicture, {}, provider)
    expect(none.body).toMatchObject({
      status: 422,
      issues: [{ field: 'file', code: 'REQUIRED', message: 'Choose a file.' }],
    })
    const response = await fetch(`${testApp.url}/v2/profile/profile-picture`, {
      method: 'POST',
      headers: { authorization: `Bearer ${provider.token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(400)
  })
})
