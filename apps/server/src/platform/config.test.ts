import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testConfig } from '../../testing/app/test-config.ts'
import { ConfigError, environmentKeys, loadConfig, rootDir } from './config.ts'
import { deriveSecrets, loadSecrets } from './secrets.ts'

const folders: string[] = []
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'fettle-config-'))
  folders.push(path)
  return path
}
afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true, force: true })))

const refusal = (env: Record<string, string>) => {
  try {
    loadConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n')
  }
  throw new Error('was accepted')
}

describe('settings', () => {
  it.each([
    ['https://eu.ws.novu.co', 'wss://eu.socket.novu.co'],
    ['https://ws.novu.co/', 'wss://socket.novu.co'],
    ['https://socket.example.com', 'https://socket.example.com'],
  ])('name the socket that the client of Novu opens for %s', (NOVU_SOCKET_URL, socketUrl) => {
    const account = { NOVU_APPLICATION_IDENTIFIER: 'app', NOVU_SECRET_KEY: 'secret' }
    expect(loadConfig({ ...account, NOVU_SOCKET_URL }).novu).toMatchObject({ socketUrl })
  })

  it('have defaults', () => {
    expect(loadConfig({})).toMatchObject({
      roles: ['web', 'api', 'chat', 'inbox', 'worker'],
      port: 4310,
      host: '127.0.0.1',
      origin: 'http://localhost:4310',
      dataDir: join(rootDir, '.fettle'),
      demo: true,
      outbox: true,
      production: false,
      defaultCountry: 'NG',
      passwordMinLength: 8,
      webDist: join(rootDir, 'apps/web/dist'),
    })
  })

  it('in production have neither demo data nor outbox, unless the demo is enabled', () => {
    expect(loadConfig({ NODE_ENV: 'production' })).toMatchObject({ demo: false, outbox: false, production: true })
    expect(loadConfig({ NODE_ENV: 'production', FETTLE_DEMO: 'on' })).toMatchObject({ demo: true, outbox: false })
  })

  it('allow 600 calls a minute, and far more in the demo, whose accounts are shared', () => {
    expect(loadConfig({ NODE_ENV: 'production' }).callsPerMinute).toBe(600)
    expect(loadConfig({}).callsPerMinute).toBe(60_000)
    expect(loadConfig({ API_CALLS_PER_MINUTE: '1200' }).callsPerMinute).toBe(1200)
  })

  it('treat an empty value as missing', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ', S3_BUCKET: '' })).toMatchObject({ port: 4310 })
  })

  it('are immutable', () => {
    expect(() => Object.assign(loadConfig({}), { port: 1 })).toThrow(TypeError)
  })

  it('explain each invalid key in one line', () => {
    expect(refusal({ PORT: 'abc', FETTLE_ROLES: 'web,wurker', LOG_LEVEL: 'loud', FETTLE_DEMO: 'maybe' })).toEqual([
      'FETTLE_ROLES must be one of web, api, chat, inbox, worker, or several with commas, not "web,wurker".',
      'PORT must be a whole number from 0 to 65535, not "abc".',
      'FETTLE_DEMO must be on or off, not "maybe".',
      'LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace, not "loud".',
    ])
  })

  it('refuse a misspelt production, which would open the outbox', () => {
    for (const wrong of ['prod', 'Production'])
      expect(refusal({ NODE_ENV: wrong })).toEqual([
        `NODE_ENV must be one of production, development, test, not "${wrong}".`,
      ])
    for (const known of ['production', 'development', 'test', ' production '])
      expect(() => loadConfig({ NODE_ENV: known })).not.toThrow()
  })

  it('never repeat a secret in a message', () => {
    expect(
      refusal({ DATABASE_URL: 'mysql://root:hunter2@localhost/x', FETTLE_SECRET: 'hunter2' }).join(),
    ).not.toContain('hunter2')
  })

  it('that belong together are all set or none', () => {
    expect(refusal({ GOOGLE_CLIENT_ID: 'abc' })).toEqual([
      'GOOGLE_CLIENT_SECRET is missing: set it too, or remove GOOGLE_CLIENT_ID.',
    ])
  })

  it('accept a map tile address with one host, placeholders and attribution', () => {
    const MAP_ATTRIBUTION = '© Example'
    const MAP_TILE_URL = 'https://tiles.example.com/{z}/{x}/{y}.png'
    expect(loadConfig({ MAP_TILE_URL, MAP_ATTRIBUTION }).mapTiles).toEqual({
      url: MAP_TILE_URL,
      attribution: MAP_ATTRIBUTION,
    })
    for (const wrong of ['https://tiles.example.com/', 'https://{s}.example.com/{z}/{x}/{y}.png', 'tiles/{z}/{x}/{y}'])
      expect(() => loadConfig({ MAP_TILE_URL: wrong, MAP_ATTRIBUTION })).toThrow(/MAP_TILE_URL must/)
    expect(() => loadConfig({ MAP_TILE_URL })).toThrow(/MAP_ATTRIBUTION is missing/)
  })

  it('accept a sender with or without a name, and nothing that no mail server would', () => {
    for (const sender of ['desk@example.com', 'Fettle <desk@example.com>', '"Fettle, Inc. @ Home" <desk@example.com>'])
      expect(loadConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender)
    for (const wrong of ['@', 'desk@', '@example.com', 'Fettle <@>', 'Fettle <desk@example.com', 'a@b.com, c@d.com'])
      expect(refusal({ MAIL_FROM: wrong })).toEqual([
        `MAIL_FROM must be an address such as Fettle <desk@example.com>, not "${wrong}".`,
      ])
  })

  it('accept origins of customer photos, and nothing wider', () => {
    const CUSTOMER_PHOTO_ORIGINS = 'https://photos.example.com, https://cdn.example.org:8443'
    expect(loadConfig({ CUSTOMER_PHOTO_ORIGINS }).customerPhotoOrigins).toEqual([
      'https://photos.example.com',
      'https://cdn.example.org:8443',
    ])
    expect(loadConfig({}).customerPhotoOrigins).toEqual([])
    for (const wrong of [
      'https:',
      '*',
      'https://*.example.com',
      'http://photos.example.com',
      'https://photos.example.com/faces',
      "https://photos.example.com 'unsafe-inline'",
      'https://photos.example.com; script-src *',
    ])
      expect(() => loadConfig({ CUSTOMER_PHOTO_ORIGINS: wrong })).toThrow(/CUSTOMER_PHOTO_ORIGINS must/)
  })

  it('explain what a process without chat or inbox needs to reach them', () => {
    expect(refusal({ FETTLE_ROLES: 'api' })).toEqual([
      'CHAT_URL is missing: FETTLE_ROLES has no chat. Set it to a process that has, such as http://chat.internal:4310, or add chat.',
      'REDIS_URL is missing: FETTLE_ROLES has no inbox, and notifications reach the inbox of another process over Redis. Set it, or add inbox.',
    ])
    expect(refusal({ FETTLE_ROLES: 'worker,inbox' })).toHaveLength(1)
    expect(refusal({ FETTLE_ROLES: 'api,inbox', CHAT_URL: 'chat:4310' })).toEqual([
      'CHAT_URL must look like http://chat.internal:4310, not "chat:4310".',
    ])
    expect(loadConfig({ FETTLE_ROLES: 'api,inbox', CHAT_URL: 'http://chat:4310/' }).chatUrl).toBe('http://chat:4310')
    for (const role of ['web', 'chat', 'inbox']) expect(loadConfig({ FETTLE_ROLES: role }).roles).toEqual([role])
  })

  it('know the country: the United Kingdom is GB', () => {
    expect(loadConfig({ DEFAULT_COUNTRY: 'GB' }).defaultCountry).toBe('GB')
    expect(refusal({ DEFAULT_COUNTRY: 'UK' })).toEqual([
      'DEFAULT_COUNTRY must be a country code of two capital letters, such as NG, not "UK".',
    ])
  })

  it('trust a named proxy only', () => {
    expect(loadConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8' }).trustProxy).toBe('loopback, 10.0.0.0/8')
    expect(refusal({ TRUST_PROXY: 'true' })).toHaveLength(1)
    expect(refusal({ TRUST_PROXY: '10.0.0.0/99' })).toHaveLength(1)
  })

  it('are exactly those in .env.example', () => {
    const example = readFileSync(join(rootDir, '.env.example'), 'utf8')
    const described = Array.from(example.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm), ([, key]) => key)
    expect(new Set(described)).toEqual(new Set(environmentKeys))
    expect(described).toHaveLength(environmentKeys.length)
  })
})

describe('generated secrets', () => {
  it('are created once, private, and reused', () => {
    const config = testConfig({ dataDir: join(folder(), 'data') })
    const first = loadSecrets(config, {})
    expect(loadSecrets(config, {})).toEqual(first)
    expect(statSync(join(config.dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(loadSecrets(testConfig({ dataDir: folder() }), {})).not.toEqual(first)
    expect(first.bankKey).toHaveLength(32)
  })

  it('come from the environment without touching the disk', () => {
    const config = testConfig({ dataDir: '/nowhere/at/all' })
    const master = 'm'.repeat(40)
    const secrets = loadSecrets(config, { FETTLE_SECRET: master, BANK_KEY: 'ab'.repeat(32) })
    expect(secrets).toEqual({ ...deriveSecrets(master), bankKey: Buffer.alloc(32, 0xab) })
  })

  it('that are damaged are not replaced', () => {
    const dataDir = folder()
    writeFileSync(join(dataDir, 'secrets.json'), '{"mas')
    expect(() => loadSecrets(testConfig({ dataDir }), {})).toThrow(/is damaged. Restore it from a backup/)
  })

  it('report an unwritable data folder', () => {
    const dataDir = join(folder(), 'file')
    writeFileSync(dataDir, '')
    chmodSync(dataDir, 0o400)
    expect(() => loadSecrets(testConfig({ dataDir }), {})).toThrow(
      /^Cannot write to the data folder .* \(\w+\)\. Make it writable or choose another with FETTLE_DATA_DIR\.$/,
    )
  })
})
