import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadDocument } from '@fettle/protocol/accounts/documents'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { requestPayout } from '@fettle/protocol/earnings/payouts'
import { createReview } from '@fettle/protocol/marketplace/reviews'
import { rateCustomerOfBooking } from '@fettle/protocol/reviews'
import { createTicket, getTicket } from '@fettle/protocol/support/tickets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDisputeScenario } from '../../testing/fixtures/dispute-scenario.ts'
import { asFile, pdf } from '../../testing/fixtures/files.ts'
import { advanceBookingTo, createBookingScenario } from '../../testing/fixtures/booking-scenario.ts'
import { createProvider, marketplace, type TestProvider } from '../../testing/fixtures/providers.ts'
import { addPasskey, confirmPassword } from '../../testing/fixtures/second-factors.ts'
import { setUpTestApp } from '../../testing/app/test-app.ts'
import { createApiKey } from '../modules/marketplace/index.ts'
import { createApi, CliApiError, type Api } from './api.ts'
import { runCommandLine } from './command-line.ts'
import { operatorCommands } from './operator/index.ts'

const testApp = setUpTestApp()
let api: Api
let folder: string
beforeAll(async () => {
  api = createApi({ url: testApp.url, key: 'mk_test_demo' })
  folder = mkdtempSync(join(tmpdir(), 'fettle-desk-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fettle = async (command: string, ...args: string[]) => {
  const entry = operatorCommands[command]
  if (!entry) throw new Error(`No ${command}`)
  return entry.run(api, args)
}
/** Cells of the table row that begins with this. */
const rowOf = (table: string, id: string) =>
  table
    .split('\n')
    .find((each) => each.startsWith(id))
    ?.split(/ {2,}/)
const upload = async (me: TestProvider) => {
  const file = asFile(pdf({ note: me.id }), 'passport.pdf')
  return (await testApp.call(uploadDocument, { body: { type: 'PASSPORT' }, file }, me)).id
}

describe('an operator on the command line', () => {
  it('approves and rejects documents', async () => {
    const [first, second] = [await upload(await createProvider(testApp)), await upload(await createProvider(testApp))]
    const table = await fettle('documents', 'list')
    expect(table.split('\n')[0]).toMatch(/^ID +PROVIDER +TYPE +SIDE +STATUS +SENT +DUE +FILE$/)
    expect(rowOf(table, first)).toEqual(
      expect.arrayContaining([first, 'Ada Obi', 'PASSPORT', 'SINGLE', 'UNDER_REVIEW']),
    )
    const address = /https?:\S+/.exec(table)?.[0] ?? ''
    expect(address).toContain('/files/')
    expect(await fettle('documents', 'approve', first)).toBe(`PASSPORT of Ada Obi (${first}) is APPROVED.`)
    expect(await fettle('documents', 'reject', second, '--code', 'BLURRY', '--note', 'Not to be read')).toMatch(
      /is REJECTED\. The provider is told: \S+/,
    )
    expect(await fettle('documents', 'list')).toBe('No documents.')
  })

  it('answers, holds and resolves tickets', async () => {
    const me = await createProvider(testApp)
    const body = {
      category: 'TECHNICAL' as const,
      subject: 'The diary shows yesterday',
      text: 'Since this morning.',
      anyway: true,
    }
    const { id, reference } = await testApp.call(createTicket, { body }, me)
    expect(rowOf(await fettle('tickets', 'list'), id)).toEqual(
      expect.arrayContaining([id, reference, 'NORMAL', 'OPEN', 'Ada Obi', 'TECHNICAL']),
    )
    expect(await fettle('tickets', 'reply', id, '--text', 'Please try again.', '--as', 'Kemi')).toBe(
      `${reference} of Ada Obi is PENDING.`,
    )
    expect(await fettle('tickets', 'show', id)).toMatch(
      /Ada Obi\n {2}Since this morning\.[^]*Kemi\n {2}Please try again\./,
    )
    const path = join(folder, 'where.pdf')
    writeFileSync(path, pdf())
    await fettle('tickets', 'reply', id, '--text', 'It is on page 2.', '--file', path, '--as', 'Kemi')
    expect(await fettle('tickets', 'show', id)).toMatch(/Kemi\n {2}It is on page 2\.\n {2}where\.pdf: http\S+/)
    await expect(fettle('tickets', 'reply', id, '--text', 'Here.', '--file', '/no/such.pdf')).rejects.toThrow(
      'The file /no/such.pdf cannot be read',
    )
    expect(await fettle('tickets', 'resolve', id, '--as', 'Kemi')).toBe(`${reference} of Ada Obi is RESOLVED.`)
    expect(await testApp.call(getTicket, { params: { id } }, me)).toMatchObject({
      status: 'RESOLVED',
      assignee: { name: 'Kemi' },
    })
    await expect(fettle('tickets', 'hold', id, '--reason', 'The bank', '--until', '400d')).rejects.toBeInstanceOf(
      CliApiError,
    )
  })

  it('views, claims and decides a dispute', async () => {
    const { reviewed, read } = await createDisputeScenario(testApp)
    const { id } = await reviewed({ amountInDispute: 1_000_000 })
    expect(rowOf(await fettle('disputes', 'list'), id)).toEqual(expect.arrayContaining([id, 'UNDER_REVIEW', 'BOOKING']))
    const shown = await fettle('disputes', 'show', id)
    expect(shown).toMatch(/Amount +₦10,000 of ₦15,000/)
    expect(shown).toMatch(/Answer +none yet/)
    expect(await fettle('disputes', 'assign', id, '--to', 'Kemi')).toMatch(/is assigned to Kemi\.$/)
    const why = 'The photos show that half of it was done.'
    expect(await fettle('disputes', 'decide', id, '--amount', '400000', '--rationale', why)).toMatch(
      /RESOLVED \(dsp_\w+\)\. It takes effect on \S+ \S+ UTC, unless somebody appeals\.$/,
    )
    expect(await read(id)).toMatchObject({ outcome: { by: 'OPERATOR', amountToProvider: { amount: 400_000 } } })
  })

  it('exports the private bank file and records the result of each payout', async () => {
    const { provider: me, requestJob } = await createBookingScenario(testApp)
    await advanceBookingTo(testApp, me, (await requestJob()).id, 'COMPLETED')
    await fettle('documents', 'approve', await upload(me))
    await testApp.advance(3 * DAY_MS)
    const { id } = await testApp.call(requestPayout, { body: {} }, me)
    expect(rowOf(await fettle('payouts', 'list'), id)).toEqual(
      expect.arrayContaining([id, 'REQUESTED', 'Ada Obi', '₦13,500']),
    )
    const to = join(folder, 'payouts.csv')
    expect(await fettle('payouts', 'file', '--to', to)).toMatch(/^1 payout in /)
    expect(readFileSync(to, 'utf8')).toContain(`${id},Ada Obi`)
    expect(statSync(to).mode & 0o777).toBe(0o600)
    // An existing file is not overwritten.
    await expect(fettle('payouts', 'file', '--to', to)).rejects.toThrow(/exists already and is not overwritten/)
    await expect(fettle('payouts', 'file', '--to', join(folder, 'no', 'where.csv'))).rejects.toThrow(
      /cannot be written/,
    )
    expect(await fettle('payouts', 'processing', id)).toBe(`₦13,500 to Ada Obi: PROCESSING (${id}).`)
    expect(await fettle('payouts', 'paid', id, '--reference', 'B-17')).toContain('PAID')
    const failed = ['--code', 'BANK_REJECTED', '--message', 'Sent back.']
    expect(await fettle('payouts', 'returned', id, ...failed)).toContain('RETURNED')
    await expect(fettle('payouts', 'failed', id, ...failed)).rejects.toThrow(/INVALID_TRANSITION/)
  })

  it('hides and restores a review', async () => {
    const { provider: me, requestJob } = await createBookingScenario(testApp)
    const { id: bookingId } = await requestJob()
    await advanceBookingTo(testApp, me, bookingId, 'COMPLETED')
    await testApp.call(rateCustomerOfBooking, { params: { id: bookingId }, body: { rating: 5 } }, me)
    const body = { bookingId, rating: 2, comment: 'Late,\nand loud.' }
    const { id } = await testApp.call(createReview, { body }, marketplace)
    const row = rowOf(await fettle('reviews', 'list', '--provider', me.id), id)
    expect(row).toEqual(expect.arrayContaining([id, 'PUBLISHED', '★★☆☆☆', 'Chidi Okafor']))
    expect(row?.at(-1)).toBe('Late, and loud.')
    expect(await fettle('reviews', 'hide', id, '--reason', 'Insults.')).toContain('is HIDDEN')
    expect(await fettle('reviews', 'restore', id, '--reason', 'They were quoted.')).toContain('is PUBLISHED')
  })

  it('removes the second factors of a provider after the waiting time', async () => {
    const me = await createProvider(testApp)
    await confirmPassword(testApp, me)
    await addPasskey(testApp, me)
    const reset = ['reset-second-factors', me.id, '--reason', 'Passport compared in a video call.']
    expect(await fettle('providers', ...reset)).toMatch(new RegExp(`The second factors of ${me.id} are removed at `))
    expect(await fettle('providers', 'keep-second-factors', me.id)).toBe(`The second factors of ${me.id} are kept.`)
    const trail = await fettle('providers', 'audit', me.id, '--type', 'provider')
    expect(trail).toContain('provider.second-factor-reset-cancelled')
  })

  it('suspends a provider until a date and reads the audit log', async () => {
    const me = await createProvider(testApp)
    expect(rowOf(await fettle('providers', 'list', '--limit', '200'), me.id)).toEqual(
      expect.arrayContaining([me.id, 'Ada Obi', 'PLUMBING']),
    )
    const until = new Date(testApp.clock.now().getTime() + 20 * DAY_MS).toISOString().slice(0, 10)
    expect(
      await fettle('providers', 'suspend', me.id, '--reason', 'The insurance has run out.', '--until', until),
    ).toMatch(/is suspended until \S+ 00:00 UTC\.$/)
    expect(await fettle('providers', 'list', '--limit', '200')).not.toContain(me.id)
    const suspended = await fettle('providers', 'list', '--suspended')
    expect(suspended.split('\n')[0]).toMatch(/^ID +NAME +SINCE +UNTIL +REASON$/)
    expect(rowOf(suspended, me.id)).toEqual([
      me.id,
      'Ada Obi',
      expect.stringMatching(/UTC$/),
      expect.stringMatching(/00:00 UTC$/),
      'The insurance has run out.',
    ])
    expect(await fettle('providers', 'reinstate', me.id)).toBe(`${me.id} is not suspended.`)
    expect(await fettle('providers', 'list', '--suspended')).toBe('Nobody is suspended.')
    const trail = await fettle('providers', 'audit', me.id, '--type', 'provider')
    expect(trail.split('\n').map((each) => each.split(/ {2,}/)[4])).toEqual([
      'WHAT',
      'provider.reinstated',
      'provider.suspended',
      'provider.onboarded',
    ])
  })

  it('reads, sets and resets settings', async () => {
    expect(await fettle('settings', 'list', '--group', 'accounts')).toMatch(
      /passwordMinLength +8 +characters 8–64 +accounts/,
    )
    expect(await fettle('settings', 'set', 'passwordMinLength', '15')).toBe('passwordMinLength is 15.')
    expect(await fettle('settings', 'list')).toMatch(/passwordMinLength +15 +\S.*Demo marketplace, 2026-/)
    expect(await fettle('settings', 'unset', 'passwordMinLength')).toBe('passwordMinLength is 8, the default.')
    expect(await fettle('settings', 'history')).toMatch(/passwordMinLength +8 +15[^]*passwordMinLength +15 +default/)
    await expect(fettle('settings', 'set', 'passwordMinLength', '3')).rejects.toThrow(/VALIDATION_FAILED/)
  })

  it.each([
    [['documents'], 'Missing action for documents. Actions: list, approve, reject.'],
    [['documents', 'burn'], 'Unknown command "documents burn". Known commands: list, approve, reject.'],
    [['documents', 'approve'], 'Missing the id of a document.'],
    [['documents', 'reject', 'doc_1', '--note', 'x'], 'Missing option --code.'],
    [
      ['documents', 'reject', 'doc_1', '--code', 'blur', '--note', 'x'],
      /^--code takes one of BLURRY, .*, not "blur"\.$/,
    ],
    [['payouts', 'failed', 'pyo_1', '--code', 'GONE', '--message', 'x'], /^--code takes one of \w+, .*, not "GONE"\.$/],
    [['payouts', 'list', 'all'], 'Unknown argument "all".'],
    [['reviews', 'list'], 'Missing the owner: --provider ID, or --customer ID.'],
    [['disputes', 'decide', 'dsp_1', '--rationale', 'x', '--amount', '5,000'], '--amount takes a whole number'],
    [['providers', 'suspend', 'usr_1', '--reason', 'x', '--until', 'soon'], '--until takes a date'],
  ])('%j is refused with an explanation', async ([command = '', ...args], message) => {
    await expect(fettle(command, ...args)).rejects.toThrow(message)
  })
})

describe('the command line over the API', () => {
  const run = async (env: Record<string, string>, ...args: string[]) => {
    const { exitCode, output } = await runCommandLine(args, () => ({ FETTLE_DATA_DIR: folder, ...env }))
    return [exitCode, output] as const
  }

  it('uses the given key and server, and explains what is wrong with them', async () => {
    const { key } = await createApiKey(testApp.deps, testApp.db, { name: 'Desk', scopes: ['operator'] })
    const env = { FETTLE_URL: testApp.url, FETTLE_KEY: key, FETTLE_DEMO: 'off' }
    expect(await run(env, 'settings', 'list', '--group', 'support')).toEqual([
      0,
      expect.stringMatching(/^KEY +VALUE +BOUNDS/),
    ])
    expect(await run({ ...env, FETTLE_KEY: 'mk_live_nobody' }, 'tickets', 'list')).toEqual([
      1,
      expect.stringMatching(/^Unknown API key/),
    ])
    expect(await run({ ...env, FETTLE_URL: 'http://127.0.0.1:9' }, 'tickets', 'list')).toEqual([
      1,
      expect.stringMatching(/^No server answers at http:\/\/127\.0\.0\.1:9/),
    ])
    expect(await run({ ...env, FETTLE_KEY: '' }, 'tickets', 'list')).toEqual([
      1,
      expect.stringMatching(/^Set FETTLE_KEY/),
    ])
    expect(await run({ ...env, FETTLE_URL: 'here' }, 'tickets', 'list')).toEqual([
      1,
      expect.stringMatching(/^FETTLE_URL is not a web address: here/),
    ])
    const needs = expect.stringMatching(/has the scope payments/)
    expect(await run(env, 'payouts', 'list')).toEqual([1, needs])
    const nothing = expect.stringMatching(/^Unknown id SUP-1/)
    expect(await run(env, 'tickets', 'show', 'SUP-1')).toEqual([1, nothing])
  })
})
