import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getBooking } from '@fettle/protocol/bookings'
import { exportBookings, getJobSheet } from '@fettle/protocol/bookings/exports'
import { addMarketplacePhoto } from '@fettle/protocol/bookings/photos'
import { saveBookingTags, addBookingNote } from '@fettle/protocol/bookings/content'
import { acceptBooking } from '@fettle/protocol/bookings/actions'
import { addChecklistItems, answerChecklistItem } from '@fettle/protocol/bookings/checklists'
import {
  approvePriceAdjustment,
  createPriceAdjustment,
  type PriceAdjustment,
} from '@fettle/protocol/bookings/adjustments'
import { saveContactInfo } from '@fettle/protocol/accounts/profile'
import { fillPath, type Operation } from '@fettle/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureTools } from '../../../../../../scripts/tools.mjs'
import { asFile, picture } from '../../../../testing/fixtures/files.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { sql } from '../../../platform/db/db.ts'
import { amountRows } from './job-sheet.rules.ts'
import { toGlyphRuns } from '../../../platform/pdf/glyph-runs.ts'

const testApp = setUpTestApp()
let me: TestProvider
beforeAll(async () => {
  me = await createProvider(testApp)
})

async function download(
  operation: Operation,
  params: object,
  { token, language = 'en' }: { token: string; language?: string },
  query = '',
) {
  const path = fillPath(operation.path, params as Record<string, unknown>)
  const response = await fetch(`${testApp.url}${path}${query}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

let day = 0
async function job(provider: TestProvider, name: string, title = 'Fix the kitchen tap') {
  day += 1
  const customer = await createCustomer(testApp, { name })
  const booking = await requestBooking(testApp, {
    provider,
    customer,
    title,
    startAt: new Date(testApp.clock.now().getTime() + day * 86_400_000).toISOString(),
    price: { model: 'FIXED', amount: { amount: 1_500_000, currency: 'NGN' } },
  })
  await testApp.call(acceptBooking, { params: { id: booking.id }, body: {} }, provider)
  return booking
}

const [pdftotext = '', qpdf = ''] = ensureTools(['pdftotext', 'qpdf'])

describe('a job sheet', () => {
  it('contains customer, place, time, work and price, without private notes', async () => {
    const { id, reference } = await job(me, 'Chidi Ọlá Okafor')
    const params = { id }
    const items = [
      { label: 'Water is off', type: 'CHECK', required: true },
      { label: 'Pressure in bar', type: 'NUMBER' },
    ] as const
    const [, pressure] = await testApp.call(addChecklistItems, { params, body: { items: [...items] } }, me)
    await testApp.call(
      answerChecklistItem,
      { params: { id, itemId: pressure?.id ?? '' }, body: { value: 1.5, note: 'At the meter' } },
      me,
    )
    const lines = [{ description: 'Copper pipe', quantity: '2.5', unitAmount: 100_000 }]
    const extra = await testApp.call(createPriceAdjustment, { params, body: { lines, reason: 'Corroded' } }, me)
    await testApp.call(approvePriceAdjustment, { params: { id, adjustmentId: extra.id }, body: {} }, marketplace)
    const file = asFile(await picture(800, 600, { format: 'webp' }), 'leak.webp')
    await testApp.call(addMarketplacePhoto, { params, body: { kind: 'ISSUE', caption: 'The leak' }, file }, marketplace)
    await testApp.call(addBookingNote, { params, body: { text: 'Pays late.' } }, me)

    const { response, bytes } = await download(getJobSheet, params, me)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toContain(`filename="Job sheet ${reference}.pdf"`)
    const raw = bytes.toString('latin1')
    expect(raw).toContain('/Marked true')
    expect(raw).toContain('/StructTreeRoot')
    expect(raw).toMatch(/\/Lang \(/)
    // A4, as in Nigeria.
    expect(raw).toMatch(/\/MediaBox \[0 0 595\.28 841\.89\]/)
    const text = spawnSync(pdftotext, ['-layout', '-', '-'], { input: bytes }).stdout.toString()
    for (const part of [
      reference,
      'Fix the kitchen tap',
      'Tuesday, 3 March 2026',
      '12:00–14:00 (Lagos time)',
      '5 Adeniran Ogunsanya, Surulere',
      'Chidi Ọlá Okafor',
      '+2348090001122',
      'It drips day and night.',
      'Water is off (required)',
      'Pressure in bar: 1.5',
      'At the meter',
      'Copper pipe × 2.5',
      '₦17,500',
      'Problem: The leak',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('Pays late')
    const onDisk = join(testApp.deps.config.dataDir, 'sheet.pdf')
    writeFileSync(onDisk, bytes)
    expect(spawnSync(qpdf, ['--check', onDisk]).status).toBe(0)
  })

  it('uses Letter paper by country and fonts by script', async () => {
    const provider = await createProvider(testApp, { firstName: 'Kofi', lastName: 'Wei' })
    const address = { address: '1 Main Street', city: 'Austin', state: 'Texas', country: 'US' }
    await testApp.call(saveContactInfo, { body: address }, provider)
    for (const name of ['محمد الأمين', 'Олена Шевченко', 'さくら 東京', 'שלום עולם', 'ሰላም', 'हिन्दी']) {
      const { id } = await job(provider, name)
      const { bytes } = await download(getJobSheet, { id }, provider)
      expect(bytes.toString('latin1')).toMatch(/\/MediaBox \[0 0 612 792\]/)
      const text = spawnSync(pdftotext, ['-', '-'], { input: bytes }).stdout.toString()
      // Devanagari text is extracted in drawing order, where one vowel precedes its consonant.
      if (name !== 'हिन्दी') expect(text.replace(/[\u200E\u200F\u202A-\u202E]/g, '')).toContain(name)
    }
  })

  it("is in the reader's language", async () => {
    const { id } = await job(me, 'Chidi')
    const textIn = async (language: string) => {
      const { bytes } = await download(getJobSheet, { id }, { token: me.token, language })
      return {
        raw: bytes.toString('latin1'),
        text: spawnSync(pdftotext, ['-layout', '-', '-'], { input: bytes }).stdout,
      }
    }
    const french = await textIn('fr')
    expect(french.raw).toContain('/Lang (fr)')
    expect(String(french.text)).toMatch(/Prix convenu\s+15\s000\s₦/)
    expect(String(french.text)).toContain('(heure de Lagos)')
    const arabic = await textIn('ar')
    expect(arabic.raw).toContain('/Lang (ar)')
    const read = Buffer.from('السعر المتفق عليه', 'utf16le').swap16()
    expect(Buffer.from(arabic.raw, 'latin1').includes(read)).toBe(true)
  })

  it('is a 404 for another provider', async () => {
    const stranger = await createProvider(testApp)
    const { id } = await job(me, 'Chidi')
    const { response, bytes } = await download(getJobSheet, { id }, stranger)
    expect(response.status).toBe(404)
    expect(JSON.parse(bytes.toString())).toMatchObject({ success: false, code: 'NOT_FOUND' })
  })
})

describe('font selection in a document', () => {
  const faces = (text: string, country = 'NG') =>
    toGlyphRuns(text, { weight: 400, country }).map(({ face, text: part }) => [face, part])

  it('changes with the script only', () => {
    expect(faces('Tap, 2 € left')).toEqual([['latin-400', 'Tap, 2 € left']])
    expect(faces('₦500 now')).toEqual([
      ['latin-ext-400', '₦'],
      ['latin-400', '500 now'],
    ])
    expect(faces('Ali محمد الأمين 12')).toEqual([
      ['latin-400', 'Ali '],
      ['arabic-400', 'محمد الأمين'],
      ['latin-400', ' '],
      ['latin-400', '12'],
    ])
  })

  it('for Han characters follows the country or the neighbouring text', () => {
    expect(faces('東京')).toEqual([['chinese-400', '東京']])
    expect(faces('東京', 'JP')).toEqual([['japanese-400', '東京']])
    expect(faces('東京で')[0]?.[0]).toBe('japanese-400')
  })

  it('replaces unsupported characters by a question mark', () => {
    expect(faces('a😀b')).toEqual([['latin-400', 'a?b']])
  })
})

it('a job sheet has no total for a visit that a milestone pays, whose price is not charged', () => {
  const [price, extra] = [
    { amount: 1_500_000, currency: 'NGN' },
    { amount: 250_000, currency: 'NGN' },
  ]
  const line = { description: 'New valve', quantity: '1', unitAmount: 250_000, amount: 250_000 }
  const approved = { status: 'APPROVED', lines: [line], total: extra } as PriceAdjustment
  const booking = {
    price: { model: 'FIXED' as const, amount: price },
    priceAdjustments: [approved],
    adjustedTotal: extra,
  }
  expect(amountRows({ ...booking, milestoneId: 'mil_1' }).map(({ amount }) => amount)).toEqual([price, extra])
})

describe('the CSV export', () => {
  it('contains every booking once, latest first, escaped for spreadsheets', async () => {
    const provider = await createProvider(testApp)
    const evil = await job(provider, '=HYPERLINK("http://evil")', 'Tap, "left" one')
    await testApp.call(saveBookingTags, { params: { id: evil.id }, body: { tags: ['VIP', 'cash'] } }, provider)
    const { response, bytes } = await download(exportBookings, {}, provider)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('filename="Bookings 2026-03-02.csv"')
    const text = bytes.toString('utf8')
    expect(text.startsWith('\uFEFFReference,Status,Title,')).toBe(true)
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(
      `${evil.reference},CONFIRMED,"Tap, ""left"" one",PLUMBING,"'=HYPERLINK(""http://evil"")"`,
    )
    expect(lines[1]).toContain('Africa/Lagos,Surulere,FIXED,15000,15000,NGN,VIP; cash,')
    // A phone number starts like a formula.
    expect(lines[1]).toContain("'+2348090001122")
  })

  it('totals what is charged: extra work also without a price, and nothing but that on a visit of a milestone', async () => {
    const provider = await createProvider(testApp)
    const customer = await createCustomer(testApp)
    const rowOf = async (price: NonNullable<Parameters<typeof requestBooking>[1]['price']>, milestoneId?: string) => {
      day += 1
      const startAt = new Date(testApp.clock.now().getTime() + day * 86_400_000).toISOString()
      const { id, reference } = await requestBooking(testApp, { provider, customer, startAt, price })
      const params = { id }
      await testApp.call(acceptBooking, { params, body: {} }, provider)
      if (milestoneId !== undefined)
        await testApp.db.execute(sql`update bookings set milestone_id = ${milestoneId} where id = ${id}`)
      const row = async () => {
        const lines = (await download(exportBookings, {}, provider)).bytes.toString().split('\r\n')
        const line = lines.find((each) => each.startsWith(reference)) ?? ''
        return line.slice(line.indexOf(price.model)).split(',').slice(0, 4).join(',')
      }
      const before = await row()
      const body = { lines: [{ description: 'New valve', unitAmount: 250_000 }], reason: 'The old one leaks.' }
      const extra = await testApp.call(createPriceAdjustment, { params, body }, provider)
      await testApp.call(approvePriceAdjustment, { params: { id, adjustmentId: extra.id }, body: {} }, marketplace)
      return [before, await row()]
    }
    const fixed = { model: 'FIXED', amount: { amount: 1_500_000, currency: 'NGN' } } as const
    expect(await rowOf(fixed)).toEqual(['FIXED,15000,15000,NGN', 'FIXED,15000,17500,NGN'])
    const forint = { model: 'FIXED', amount: { amount: 1_500_050, currency: 'HUF' } } as const
    expect(await rowOf(forint)).toEqual(['FIXED,15000.5,15000.5,HUF', 'FIXED,15000.5,17500.5,HUF'])
    expect(await rowOf({ model: 'TO_QUOTE' })).toEqual(['TO_QUOTE,,,', 'TO_QUOTE,,2500,NGN'])
    expect(await rowOf(fixed, 'mil_1')).toEqual(['FIXED,15000,,NGN', 'FIXED,15000,2500,NGN'])
  })

  it("has the day of its provider's time zone in its name", async () => {
    const provider = await createProvider(testApp)
    // Half past midnight in Lagos.
    testApp.clock.advance(Date.parse('2026-03-02T23:30:00Z') - +testApp.clock.now())
    const { response } = await download(exportBookings, {}, provider)
    expect(response.headers.get('content-disposition')).toContain('filename="Bookings 2026-03-03.csv"')
  })

  it('contains a phone number until thirty days after the job, as its page does', async () => {
    const provider = await createProvider(testApp)
    const { id } = await job(provider, 'Chidi')
    const row = async () => (await download(exportBookings, {}, provider)).bytes.toString().split('\r\n')[1]
    const phone = async () => (await testApp.call(getBooking, { params: { id } }, provider)).customer.phone
    const endedAt = (days: number) => {
      const endAt = new Date(testApp.clock.now().getTime() - days * 86_400_000)
      const startAt = new Date(endAt.getTime() - 7_200_000)
      return testApp.db.execute(sql`update bookings set start_at = ${startAt}, end_at = ${endAt} where id = ${id}`)
    }
    await endedAt(29)
    expect([await phone(), await row()]).toEqual(['+2348090001122', expect.stringContaining('+2348090001122')])
    await endedAt(30)
    expect(await phone()).toContain('•')
    expect(await row()).not.toContain('+2348090001122')
  })

  it("uses the list's filters, in pages without repeats or gaps", async () => {
    const provider = await createProvider(testApp)
    const { id } = await job(provider, 'Chidi')
    await testApp.db.execute(sql`
      insert into bookings (id, reference, provider_id, customer_id, status, title, description, start_at, end_at,
        time_zone, location, price_model, version, created_at, updated_at)
      select 'bkg_' || lpad(n::text, 26, '0'), 'BK-X-' || n, provider_id, customer_id, 'DECLINED', title, description,
        start_at + (n / 3) * interval '1 hour', end_at + (n / 3) * interval '1 hour', time_zone, location, 'TO_QUOTE', 1,
        created_at, updated_at
      from bookings, generate_series(1, 1200) n where id = ${id}`)
    const references = async (query: string) => {
      const { bytes } = await download(exportBookings, {}, provider, query)
      return bytes
        .toString()
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0])
    }
    const all = await references('')
    expect(all).toHaveLength(1201)
    expect(new Set(all).size).toBe(1201)
    expect(await references('?status=CONFIRMED')).toHaveLength(1)
    // Search and trade filter the export like the list.
    expect(await references('?q=bk-x-119')).toHaveLength(11)
    expect(await references('?q=chidi')).toHaveLength(1201)
    expect(await references('?serviceCategory=PLUMBING')).toHaveLength(1)
    expect(await references('?serviceCategory=PLUMBING&q=nobody')).toEqual([])
    const { response } = await download(exportBookings, {}, provider, '?status=NOPE')
    expect(response.status).toBe(422)
  })
})
