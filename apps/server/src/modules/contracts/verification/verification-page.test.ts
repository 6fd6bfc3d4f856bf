import { verifyContract } from '@fettle/protocol/contracts/checks'
import { getContractPdf } from '@fettle/protocol/contracts/versions'
import { describe, expect, it } from 'vitest'
import { createContractScenario } from '../../../../testing/fixtures/contract-scenario.ts'
import type { TestProvider } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp, startTestApp } from '../../../../testing/app/test-app.ts'
import { VERIFICATION_PAGE_PATH } from './verification-page.routes.ts'

const testApp = setUpTestApp()

const open = (language = 'en') =>
  fetch(testApp.url + VERIFICATION_PAGE_PATH, { headers: { 'accept-language': language } })

async function check(bytes: Buffer | undefined, language = 'en', url = testApp.url) {
  const body = new FormData()
  if (bytes) body.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'contract.pdf')
  else body.set('other', 'nothing')
  const response = await fetch(url + VERIFICATION_PAGE_PATH, {
    method: 'POST',
    body,
    headers: { 'accept-language': language },
  })
  return { status: response.status, page: await response.text() }
}

const pdfOf = async (provider: TestProvider, id: string) => {
  const url = testApp.url + getContractPdf.path.replace(':id', id)
  const response = await fetch(url, { headers: { authorization: `Bearer ${provider.token}` } })
  return Buffer.from(await response.arrayBuffer())
}

describe('the public verification page', () => {
  it('is public, without scripts or external requests, and not indexed', async () => {
    const response = await open()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* form-action 'self'/)
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    const page = await response.text()
    expect(page).toContain('<h1>Is this contract genuine?</h1>')
    expect(page).toContain('<label for="file">')
    expect(page).not.toContain('<script')
  })

  it("recognises a signed contract by its bytes, and shows the signers' initials only", async () => {
    const { provider, active } = await createContractScenario(testApp)
    const { id } = await active()
    const bytes = await pdfOf(provider, id)
    const { status, page } = await check(bytes)
    expect(status).toBe(200)
    expect(page).toContain('Genuine: this is one of our contracts')
    expect(page).toContain('<dd>\u2068A. O.\u2069 and \u2068C. O.\u2069</dd>')
    expect(page).toContain('<dd>2 March 2026 at 11:00 UTC</dd>')
    expect(page).toContain('<dd>In force</dd>')
    expect(page).not.toMatch(/Obi|Okafor/)
    const changed = Buffer.from(bytes)
    changed[1000] = (changed[1000] ?? 0) ^ 1
    for (const other of [changed, Buffer.from('%PDF-1.7 of somebody else')]) {
      expect((await check(other)).page).toContain('recognise this file')
    }
  })

  it('does not recognise a contract signed by one side', async () => {
    const { provider, sent } = await createContractScenario(testApp)
    const { id } = await sent()
    expect((await check(await pdfOf(provider, id))).page).toContain('recognise this file')
  })

  it('shows errors beside the field', async () => {
    for (const nothing of [undefined, Buffer.alloc(0)]) {
      const { status, page } = await check(nothing)
      expect(status).toBe(422)
      expect(page).toContain('<p id="refused" role="alert" class="no">Choose a file first.</p>')
      expect(page).toContain('aria-describedby="refused"')
    }
    const large = await check(Buffer.alloc(10 * 1024 * 1024 + 1))
    expect([large.status, large.page.includes('The file is larger than 10 MB.')]).toEqual([413, true])
    expect((await fetch(testApp.url + VERIFICATION_PAGE_PATH, { method: 'POST', body: 'hash=1' })).status).toBe(400)
  })

  it("uses the reader's language", async () => {
    expect(await (await open('fr')).text()).toContain('<h1>Ce contrat est-il authentique\u202F?</h1>')
    const { page } = await check(Buffer.from('%PDF-1.7'), 'ar')
    expect(page).toContain('<html lang="ar" dir="rtl">')
    expect(page).toContain('لم نتعرف على هذا الملف')
  })

  it('is rate limited by address', async () => {
    const other = await startTestApp({ config: { demo: false } })
    try {
      let last = await check(Buffer.from('%PDF-1.7'), 'en', other.url)
      expect(last.status).toBe(200)
      for (let tries = 0; tries < 100 && last.status === 200; tries += 1) {
        last = await check(Buffer.from('%PDF-1.7'), 'en', other.url)
      }
      expect(last.status).toBe(429)
      expect(last.page).toMatch(/Too many files\. Try again in \d+ minutes\./)
      // Before a file is read, here and in the API: these have none.
      expect((await fetch(other.url + VERIFICATION_PAGE_PATH, { method: 'POST', body: 'hash=1' })).status).toBe(429)
      expect(await other.refusal(verifyContract, { body: {} })).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    } finally {
      await other.close()
    }
  })
})
