import type { Locale } from '@fettle/i18n/locales'
import { saveLanguage } from '@fettle/protocol/accounts/profile'
import { getContractAudit } from '@fettle/protocol/contracts/audit'
import { getContractKey, verifyContract } from '@fettle/protocol/contracts/checks'
import { getContractPdf } from '@fettle/protocol/contracts/versions'
import { getContract } from '@fettle/protocol/contracts'
import { addMarketplaceContractFile } from '@fettle/protocol/marketplace/contracts'
import { sendContract } from '@fettle/protocol/contracts/actions'
import { createUpload } from '@fettle/protocol/common/uploads'
import canonicalize from 'canonicalize'
import { execFileSync } from 'node:child_process'
import { hash, createPublicKey, verify } from 'node:crypto'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createContractScenario, kitchenContract } from '../../../../testing/fixtures/contract-scenario.ts'
import { marketplace, type TestProvider } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp, startTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'

const testApp = setUpTestApp()

const has = (tool: string) => existsSync(`/usr/bin/${tool}`)

async function download(provider: TestProvider, id: string, version?: number) {
  const query = version === undefined ? '' : `?version=${version}`
  const url = `${testApp.url}${getContractPdf.path.replace(':id', id)}${query}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${provider.token}` } })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

function onDisk(bytes: Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'fettle-contract-')), 'contract.pdf')
  writeFileSync(path, bytes)
  return path
}
/** Runs a system tool, where installed. */
const run = (tool: string, ...args: string[]) => execFileSync(tool, args, { encoding: 'utf8' })
const textOf = (path: string) => run('pdftotext', '-layout', path, '-')
const sha256 = (bytes: Buffer) => hash('sha256', bytes)

async function drawing(): Promise<File> {
  const svg =
    '<svg width="400" height="160"><path d="M20 120 C80 10 140 150 200 60 S320 120 380 30" stroke="#123" stroke-width="6" fill="none"/></svg>'
  return new File([new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer())], 'signature.png', {
    type: 'image/png',
  })
}

describe('a contract as PDF', () => {
  it('contains terms, signatures and a certificate, and is accessible', async () => {
    const { provider, readToEnd, draft, prove, sending, sign, signing, readToEndAsCustomer } =
      await createContractScenario(testApp)
    const { id } = await draft()
    await readToEnd(id)
    await prove()
    const file = await drawing()
    const ownSignature = await testApp.call(createUpload, { body: { purpose: 'SIGNATURE' }, file }, provider)
    const input = await sending(id)
    const signature = { ...input.body.signature, method: 'DRAWN' as const, imageFileId: ownSignature.id }
    await testApp.call(sendContract, { ...input, body: { signature } }, provider)
    const { fileId } = await testApp.call(
      addMarketplaceContractFile,
      { params: { id }, body: { purpose: 'SIGNATURE' }, file },
      marketplace,
    )
    await readToEndAsCustomer(id)
    const customerSigning = await signing(id)
    const active = await sign(id, {
      signature: { ...customerSigning.body.signature, method: 'DRAWN' as const, imageFileId: fileId },
    })
    expect(active.signatures.map(({ method, imageFileId }) => [method, imageFileId])).toEqual([
      ['DRAWN', ownSignature.id],
      ['DRAWN', fileId],
    ])
    const { status, headers, bytes } = await download(provider, id)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('digest')).toBe(`sha-256=${hash('sha256', bytes, 'base64')}`)
    const path = onDisk(bytes)
    if (has('qpdf')) run('qpdf', '--check', path)
    expect(bytes.includes('/MarkInfo')).toBe(true)
    expect(bytes.includes('/StructTreeRoot')).toBe(true)
    if (has('pdftotext')) {
      const text = textOf(path)
      for (const each of [
        'New kitchen',
        'Old units out',
        '₦3,000',
        'Certificate',
        'Ada Obi',
        'Chidi Okafor',
        '203.0.113.7',
      ])
        expect(text).toContain(each)
      expect(text).toContain(active.contentHash)
      expect(text).not.toContain('Not binding yet')
    }
  })

  it('has identical bytes for every reader, before and after signing', async () => {
    const { provider, active } = await createContractScenario(testApp)
    const { id } = await active()
    const first = await download(provider, id)
    await testApp.deps.jobs.runDue()
    const second = await download(provider, id)
    expect(second.bytes.equals(first.bytes)).toBe(true)
    const { versions } = await contractingRead(provider, id)
    expect(versions[0]?.pdfSha256).toBe(sha256(first.bytes))
  })

  it('keeps the language that the account of the provider had when it was sent', async () => {
    const { provider, active, sent, draft } = await createContractScenario(testApp, { isNew: true })
    const setLanguage = (locale: Locale) => testApp.call(saveLanguage, { body: { locale } }, provider)
    await setLanguage('fr')
    const { id } = await active()
    const waiting = await sent()
    await setLanguage('en')
    const [signed, unsigned] = [await download(provider, id), await download(provider, waiting.id)]
    expect((await download(provider, id)).bytes.equals(signed.bytes)).toBe(true)
    const entries = await testApp.call(getContractAudit, { params: { id } }, provider)
    expect(entries.find(({ event }) => event === 'VERSION_CREATED')?.data).toMatchObject({ locale: 'fr' })
    if (!has('pdftotext')) return
    const text = textOf(onDisk(signed.bytes)).replaceAll('\u00A0', ' ')
    for (const each of [
      'New kitchen',
      ', version 1',
      'Prestataire',
      '3 000 ₦',
      '9 mars 2026',
      'Étapes',
      'Client : Chidi Okafor, signé le 2 mars 2026, 11:00:00 UTC',
      'Preuve d’authenticité',
    ])
      expect(text).toContain(each)
    expect(text).not.toMatch(/Provider|Milestones|March|Certificate/)
    expect(textOf(onDisk(unsigned.bytes))).toContain('Sans engagement')
    expect(textOf(onDisk((await download(provider, (await draft()).id)).bytes))).toContain('Not binding yet')
  })

  it('is written from right to left in Arabic', async () => {
    const { provider, active } = await createContractScenario(testApp, { isNew: true })
    const setLanguage = (locale: Locale) => testApp.call(saveLanguage, { body: { locale } }, provider)
    await setLanguage('ar')
    const { bytes } = await download(provider, (await active()).id)
    // Later tests share this provider.
    await setLanguage('en')
    expect(bytes.includes('/Lang (ar)')).toBe(true)
    if (!has('pdftotext')) return
    // A word without letters that the font draws with the same shape as others.
    expect(textOf(onDisk(bytes)).normalize('NFKC')).toContain('المكان')
  })

  it('says that it is not binding until both have signed', async () => {
    const { provider, draft, sent } = await createContractScenario(testApp)
    const written = await download(provider, (await draft()).id)
    const waiting = await download(provider, (await sent()).id)
    if (!has('pdftotext')) return
    for (const { bytes } of [written, waiting]) {
      const text = textOf(onDisk(bytes))
      expect(text).toContain('Not binding yet: it has not been signed by both parties.')
      expect(text).not.toContain('Certificate')
    }
  })

  it('uses Letter paper by country', async () => {
    const { provider, active } = await createContractScenario(testApp)
    const { id } = await active({ siteAddress: { ...kitchenContract.siteAddress, country: 'US' } })
    expect((await download(provider, id)).bytes.includes('[0 0 612 792]')).toBe(true)
  })

  it('records the download in the audit trail', async () => {
    const { provider, active } = await createContractScenario(testApp)
    const { id } = await active()
    const { bytes } = await download(provider, id)
    const entries = await testApp.call(getContractAudit, { params: { id } }, provider)
    expect(entries.at(-1)).toMatchObject({
      event: 'PDF_DOWNLOADED',
      actor: { type: 'PROVIDER', id: provider.id },
      data: { versionNumber: 1, sha256: sha256(bytes) },
    })
    expect((await download(provider, id, 2)).status).toBe(404)
  })
})

describe('the certificate', () => {
  it('has a signature that the public key verifies', async () => {
    const { active } = await createContractScenario(testApp)
    const { id } = await active()
    const { certificate } = await testApp.db.one<{ certificate: string }>(
      sql`select certificate from contract_versions where contract_id = ${id} and number = 1`,
    )
    const { signature, ...signedFields } = JSON.parse(certificate) as {
      signature: string
      keyId: string
      auditHead: string
    }
    const { keyId, publicKeyPem } = await testApp.call(getContractKey, {})
    expect(signedFields.keyId).toBe(keyId)
    const text = Buffer.from(canonicalize(signedFields) ?? '')
    const key = createPublicKey(publicKeyPem)
    expect(verify(null, text, key, Buffer.from(signature, 'base64'))).toBe(true)
    const forged = Buffer.from(canonicalize({ ...signedFields, auditHead: '0'.repeat(64) }) ?? '')
    expect(verify(null, forged, key, Buffer.from(signature, 'base64'))).toBe(false)
  })
})

describe('verifying a PDF', () => {
  const unknown = { known: false, status: null, signedAt: null, partyInitials: [] }

  it('tells whether it is authentic, by file or hash, and nothing else', async () => {
    const { provider, active } = await createContractScenario(testApp)
    const { id, contentHash } = await active()
    const { bytes } = await download(provider, id)
    const verification = {
      known: true,
      status: 'ACTIVE',
      signedAt: '2026-03-02T11:00:00.000Z',
      partyInitials: ['A. O.', 'C. O.'],
    }
    const file = new File([new Uint8Array(bytes)], 'contract.pdf')
    expect(await testApp.call(verifyContract, { body: {}, file })).toEqual(verification)
    expect(await verifyHash(sha256(bytes).toUpperCase())).toMatchObject({ data: verification })
    expect(await verifyHash(contentHash)).toMatchObject({ data: verification })
    const touched = Buffer.from(bytes)
    touched[1000] = (touched[1000] ?? 0) ^ 1
    const other = new File([new Uint8Array(touched)], 'contract.pdf')
    expect(await testApp.call(verifyContract, { body: {}, file: other })).toEqual(unknown)
  })

  it('reveals nothing about a contract signed by one side', async () => {
    const { sent } = await createContractScenario(testApp)
    const { contentHash } = await sent()
    expect(await verifyHash(contentHash)).toMatchObject({ data: unknown })
  })

  it('needs a file or a valid hash', async () => {
    expect(await testApp.refusal(verifyContract, { body: {} })).toMatchObject({
      status: 422,
      issues: [{ field: 'hash', code: 'REQUIRED', message: 'Send a file or its SHA-256.' }],
    })
    expect(await verifyHash('abc')).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

describe('repeated verification', () => {
  it('is rate limited by address', async () => {
    const other = await startTestApp({ config: { demo: false } })
    try {
      const hash = '0'.repeat(64)
      const statuses: number[] = []
      for (let tries = 0; tries < 100 && statuses.at(-1) !== 429; tries += 1) {
        const response = await fetch(`${other.url}${verifyContract.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ hash }),
        })
        statuses.push(response.status)
      }
      expect(statuses[0]).toBe(200)
      expect(statuses.at(-1)).toBe(429)
    } finally {
      await other.close()
    }
  })
})

const contractingRead = (provider: TestProvider, id: string) => testApp.call(getContract, { params: { id } }, provider)

async function verifyHash(hash: string): Promise<object> {
  const response = await fetch(`${testApp.url}${verifyContract.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hash }),
  })
  return (await response.json()) as object
}
