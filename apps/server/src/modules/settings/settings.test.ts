import { getAuthOptions, register } from '@fettle/protocol/accounts/auth'
import {
  getSettings,
  getSettingsTimeline,
  patchSettings,
  settingKeys,
  defaultSettings,
} from '@fettle/protocol/accounts/settings'
import { describe, expect, it } from 'vitest'
import { createLocalBus } from '../../platform/redis/bus.ts'
import { sql } from '../../platform/db/db.ts'
import { registrationForm } from '../../../testing/fixtures/accounts.ts'
import { createProvider, marketplace } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp, startTestApp } from '../../../testing/app/test-app.ts'
import { createApiKey } from '../marketplace/index.ts'
import { createSettings } from './index.ts'

const testApp = setUpTestApp()

const patch = (values: Record<string, unknown>, version?: number) =>
  testApp.call(patchSettings, { body: { values, ...(version !== undefined && { version }) } }, marketplace)
const refused = (values: Record<string, unknown>) => testApp.refusal(patchSettings, { body: { values } }, marketplace)
const read = async (key: string) => {
  const { settings } = await testApp.call(getSettings, {}, marketplace)
  return settings.find((setting) => setting.key === key)
}

describe('operator settings', () => {
  it('have defaults, bounds and descriptions', async () => {
    const { version, settings } = await testApp.call(getSettings, {}, marketplace)
    expect(version).toBe(0)
    expect(settings.map(({ key }) => key)).toEqual(settingKeys)
    expect(settings.filter(({ description }) => !description.endsWith('.'))).toEqual([])
    expect(settings.filter(({ changedAt }) => changedAt !== null)).toEqual([])
    expect(Object.fromEntries(settings.map(({ key, value }) => [key, value]))).toEqual(defaultSettings)
  })

  it('take effect at once and record who changed them', async () => {
    const { version } = await testApp.call(getSettings, {}, marketplace)
    const after = await patch({ autoConfirmHours: 48, contractFrom: { NGN: 50_000_000 } }, version)
    expect(after.version).toBe(version + 1)
    expect(testApp.deps.settings()).toMatchObject({ autoConfirmHours: 48, contractFrom: { NGN: 50_000_000 } })
    expect(await read('autoConfirmHours')).toMatchObject({
      value: 48,
      default: 72,
      unit: 'HOURS',
      changedAt: testApp.clock.now().toISOString(),
      changedBy: 'Demo marketplace',
    })
    // Reset to defaults.
    await patch({ autoConfirmHours: null, contractFrom: null })
    expect(testApp.deps.settings()).toMatchObject({ autoConfirmHours: 72, contractFrom: {} })
    expect(await read('autoConfirmHours')).toMatchObject({ value: 72, changedAt: null, changedBy: null })
  })

  it('know the country: the United Kingdom is GB', async () => {
    expect((await refused({ defaultCountry: 'UK' })).issues).toMatchObject([{ field: 'defaultCountry' }])
  })

  it('are refused out of bounds, unknown or with another type: all or none', async () => {
    const before = await testApp.call(getSettings, {}, marketplace)
    const refusal = await refused({
      minAfterPhotos: 2,
      autoConfirmHours: 0,
      platformFeeBps: 5_001,
      undoAcceptanceMinutes: 1.5,
      requireStartCode: 'yes',
      defaultCountry: 'Nigeria',
      contractFrom: { NGN: -1 },
      bedtime: 21,
    })
    expect(refusal).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' })
    expect(refusal.issues?.map(({ field, code }) => [field, code])).toEqual([
      ['autoConfirmHours', 'TOO_SMALL'],
      ['platformFeeBps', 'TOO_BIG'],
      ['undoAcceptanceMinutes', 'INVALID_FORMAT'],
      ['requireStartCode', 'INVALID_FORMAT'],
      ['defaultCountry', 'INVALID_FORMAT'],
      ['contractFrom', 'INVALID_FORMAT'],
      ['bedtime', 'NOT_ALLOWED'],
    ])
    expect(refusal.issues?.[0]).toMatchObject({ minimum: 1, message: 'Use a whole number from 1 to 720.' })
    expect(await testApp.call(getSettings, {}, marketplace)).toEqual(before)
  })

  it('record changes only', async () => {
    const before = await testApp.call(getSettingsTimeline, {}, marketplace)
    await patch({ offerValidDays: 30 })
    await patch({ offerValidDays: 30 })
    await patch({ offerValidDays: null })
    const entries = (await testApp.call(getSettingsTimeline, {}, marketplace)).slice(before.length)
    expect(entries.map(({ event, actor, data }) => [event, actor.type, actor.name, data])).toEqual([
      ['settings.changed', 'OPERATOR', 'Demo marketplace', { changes: [{ key: 'offerValidDays', from: 14, to: 30 }] }],
      [
        'settings.changed',
        'OPERATOR',
        'Demo marketplace',
        { changes: [{ key: 'offerValidDays', from: 30, to: null }] },
      ],
    ])
  })

  it('are not changed by an outdated version', async () => {
    const { version } = await testApp.call(getSettings, {}, marketplace)
    await patch({ clearingDays: 4 })
    const body = { version, values: { clearingDays: 5 } }
    const refusal = await testApp.refusal(patchSettings, { body }, marketplace)
    expect(refusal).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      details: { current: { version: version + 1 } },
    })
    expect(testApp.deps.settings().clearingDays).toBe(4)
  })

  it('lose no concurrent change', async () => {
    const { version } = await testApp.call(getSettings, {}, marketplace)
    const values = { respondHours: 12, minAfterPhotos: 3, bankCooldownHours: 24, payoutWorkingDays: 5 }
    await Promise.all(Object.entries(values).map(([key, value]) => patch({ [key]: value })))
    expect(testApp.deps.settings()).toMatchObject(values)
    expect((await testApp.call(getSettings, {}, marketplace)).version).toBe(version + 4)
  })

  it('are for operators alone', async () => {
    const provider = await createProvider(testApp)
    expect((await testApp.refusal(getSettings, {}, provider)).status).toBe(401)
    const { key } = await createApiKey(testApp.deps, testApp.db, { name: 'Shop', scopes: ['bookings', 'customers'] })
    expect((await testApp.refusal(getSettings, {}, { token: key })).status).toBe(403)
    const body = { values: { platformFeeBps: 0 } }
    expect((await testApp.refusal(patchSettings, { body }, { token: key })).status).toBe(403)
  })
})

describe('account settings of operators', () => {
  it('apply to the sign-in pages and registration', async () => {
    await patch({ passwordMinLength: 15, termsVersion: '2026-11', defaultCountry: 'GH' })
    expect(await testApp.call(getAuthOptions, {})).toMatchObject({
      passwordMinLength: 15,
      requireTerms: true,
      defaultCountry: 'GH',
    })
    const form = registrationForm({ password: 'only fourteen!' })
    const issuesOf = async (body: typeof form) =>
      (await testApp.refusal(register, { body })).issues?.map(({ field }) => field)
    expect(await issuesOf(form)).toEqual(['acceptTerms'])
    expect(await issuesOf({ ...form, acceptTerms: true })).toEqual(['password'])
    await patch({ passwordMinLength: null, termsVersion: null, defaultCountry: null })
    await testApp.call(register, { body: form })
  })

  it('override the environment', async () => {
    const strict = await startTestApp({ config: { passwordMinLength: 12, requireIdentityDocument: true } })
    expect(strict.deps.settings()).toMatchObject({ passwordMinLength: 12, requireIdentityDocument: true })
    const values = { passwordMinLength: 8, requireIdentityDocument: false }
    await strict.call(patchSettings, { body: { values } }, marketplace)
    expect(strict.deps.settings()).toMatchObject(values)
    await strict.call(patchSettings, { body: { values: { passwordMinLength: null } } }, marketplace)
    expect(strict.deps.settings().passwordMinLength).toBe(12)
    await strict.close()
  })
})

describe('settings in another process', () => {
  it('are updated over the bus', async () => {
    const bus = createLocalBus()
    const one = await startTestApp({ sharesDatabaseWith: testApp, bus })
    const other = await startTestApp({ sharesDatabaseWith: testApp, bus })
    const changed = new Promise<void>((resolve) => bus.subscribe('settings', () => resolve()))
    await one.call(patchSettings, { body: { values: { coolingOffDays: 7 } } }, marketplace)
    await changed
    await expect.poll(() => other.deps.settings().coolingOffDays).toBe(7)
    await one.close()
    await other.close()
  })

  it('are refreshed without a message, and loaded at start', async () => {
    const apart = await createSettings({ ...testApp.deps, bus: createLocalBus() })
    expect(apart.read().milestoneApproveDays).toBe(7)
    await patch({ milestoneApproveDays: 10 })
    expect(apart.read().milestoneApproveDays).toBe(7)
    await apart.refresh()
    expect(apart.read().milestoneApproveDays).toBe(10)
    apart.close()
    const later = await createSettings(testApp.deps)
    expect(later.read().milestoneApproveDays).toBe(10)
    later.close()
  })

  it('use the default for an invalid row', async () => {
    await testApp.db.execute(sql`
      insert into settings (key, value, changed_at, changed_by)
      values ('smallestPayout', '"much"', now(), 'An older release'), ('gone', '1', now(), 'An older release')`)
    const late = await createSettings(testApp.deps)
    expect(late.read().smallestPayout).toBe(100_000)
    expect(late.read()).not.toHaveProperty('gone')
    late.close()
  })
})
