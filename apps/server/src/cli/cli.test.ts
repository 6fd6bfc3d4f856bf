import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listProviders } from '@fettle/protocol/marketplace/providers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildServer, runServer } from '../../testing/app/test-process.ts'
import { createEmptyDatabase } from '../../testing/app/test-database.ts'
import { asAdmin } from '../../testing/app/test-postgres.ts'
import { setUpTestApp } from '../../testing/app/test-app.ts'
import { createLog } from '../platform/observability/log.ts'
import { startPostgres } from '@fettle/local-postgres'
import { runCommandLine } from './command-line.ts'
import { keys } from './keys.ts'
import { withDatabase } from './with-database.ts'

const testApp = setUpTestApp()
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fettle-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keysIn = (...args: string[]) => keys({ ...testApp.deps }, args)
const secretIn = (output: string) => /^mk_\w+_[\w-]+$/m.exec(output)?.[0] ?? ''
const opens = async (token: string) => (await testApp.send(listProviders, {}, { token })).status === 200

describe('keys on the command line', () => {
  it('are created, shown once, listed, rotated and revoked', async () => {
    const output = await keysIn(
      'create',
      '--name',
      'Booking site',
      '--scopes',
      'providers, bookings',
      '--expires',
      '90d',
    )
    const secret = secretIn(output)
    expect(await opens(secret)).toBe(true)
    const table = await keysIn('list')
    expect(table).not.toContain(secret)
    expect(table.split('\n')[0]).toMatch(/^ID +NAME +KEY +SCOPES +FROM +LAST USED +STATE$/)
    expect(table).toMatch(
      /key_\w+ +Booking site +mk_live_.{6}… +providers,bookings +anywhere +\S.* +until 2026-05-31 11:00 UTC/,
    )
    const rotated = await keysIn('rotate', 'Booking site')
    expect(rotated).toContain('The old secret is valid until 2026-03-03 11:00 UTC.')
    expect(await Promise.all([opens(secret), opens(secretIn(rotated))])).toEqual([true, true])
    expect(await keysIn('rotate', '--now', 'Booking site')).toContain('The old secret is no longer valid.')
    expect(await opens(secretIn(rotated))).toBe(false)
    expect(await keysIn('revoke', 'Booking site')).toMatch(/^Booking site \(key_\w+\) is revoked/)
    expect(await keysIn('list')).toMatch(
      /^No key is valid; --all lists revoked and expired ones too\. Create one with: keys create/,
    )
    expect(await keysIn('list', '--all')).toContain('revoked 2026-03-02 11:00 UTC')
  })

  it('can be limited to a network, scopes, test mode and an expiry date', async () => {
    const command =
      'create --name Tests --scopes all --test --expires 2026-12-31 --allow 203.0.113.0/24,2001:db8::/32 --allow 127.0.0.1'
    const output = await keysIn(...command.split(' '))
    expect(secretIn(output)).toMatch(/^mk_test_/)
    expect(output).toMatch(/all +203\.0\.113\.0\/24,2001:db8::\/32,127\.0\.0\.1 +never +until 2027-01-01 00:00 UTC/)
    expect(await opens(secretIn(output))).toBe(true)
  })

  it.each([
    [[], 'Missing action for keys.'],
    [['make'], 'Unknown command "keys make". Known commands: create, list, rotate, revoke.'],
    [['create', '--scopes', 'all'], 'Missing the name'],
    [['create', '--name', 'x'], 'Missing the scopes'],
    [['create', '--name', 'x', '--scopes', 'all', '--expires', '2026-02-30'], '--expires takes a date'],
    [['create', '--name', 'x', '--scopes', 'all', '--colour', 'red'], "Unknown option '--colour'"],
    [['rotate'], 'Missing the key'],
    [['revoke', 'a', 'b'], 'Missing the key'],
    [['constructor'], 'Unknown command "keys constructor".'],
  ])('%j is refused with an explanation', async (args, message) => {
    await expect(keysIn(...args)).rejects.toThrow(message)
  })
})

describe('the command line', () => {
  const env = () => ({ DATABASE_URL: testApp.deps.config.databaseUrl ?? '', FETTLE_DATA_DIR: folder })

  it('prints the result, or an error with a non-zero exit code', async () => {
    await buildServer()
    const start = async (...args: string[]) => {
      const { ended, output } = runServer('cli/main.js', args, env())
      return [await ended, output()] as const
    }
    const [code, output] = await start('keys', 'create', '--name', 'From a shell', '--scopes', 'providers')
    expect([code, await opens(secretIn(output))]).toEqual([0, true])
    const [refused, words] = await start('keys', 'create', '--name', 'x', '--scopes', 'everything')
    expect([refused, words]).toEqual([
      1,
      expect.stringMatching(/^There is no scope called everything\. Use: customers/),
    ])
  })

  it('lists its commands and options, and names what it did not understand', async () => {
    const run = (...args: string[]) => runCommandLine(args, env)
    const overview = await run('--help')
    expect(overview).toEqual({
      exitCode: 0,
      output: expect.stringMatching(/^npm run fettle[^]*\n {2}tickets +Tickets of providers/),
    })
    for (const line of (await run('help', 'all')).output.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    for (const command of [
      ['help', 'keys'],
      ['keys', '--help'],
      ['keys', 'create', '-h'],
    ])
      expect(await run(...command)).toEqual({
        exitCode: 0,
        output: expect.stringMatching(/^Keys of the marketplace API\n/),
      })
    expect(await run('keys', 'list', '--colour')).toEqual({
      exitCode: 2,
      output: expect.stringMatching(/^Unknown option '--colour'\n\nKeys of the marketplace/),
    })
    for (const word of ['nonsense', 'constructor'])
      expect(await run(word)).toEqual({
        exitCode: 2,
        output: expect.stringMatching(`^Unknown command "${word}"\\.\n\nnpm run`),
      })
    expect(await run('help', 'constructor')).toEqual(overview)
  })

  it('says in one line which file or folder it cannot use', async () => {
    const file = join(folder, 'a file')
    writeFileSync(file, '')
    const dataDir = join(file, 'data')
    expect(await runCommandLine(['keys', 'list'], () => ({ FETTLE_DATA_DIR: dataDir }))).toEqual({
      exitCode: 1,
      output: `ENOTDIR: not a directory, mkdir '${dataDir}'`,
    })
  })

  it('works on the embedded database, whether or not its server is running', async () => {
    const env = { FETTLE_DATA_DIR: join(folder, 'embedded') }
    const at = (...args: string[]) => withDatabase(env, (database) => keys(database, args))
    const secret = secretIn(await at('create', '--name', 'Kept', '--scopes', 'all'))
    expect(secret).not.toBe('')
    const server = await startPostgres({ dataDir: env.FETTLE_DATA_DIR, log: createLog({ logLevel: 'silent' }) })
    try {
      expect(await at('list')).toContain('Kept')
    } finally {
      await server.stop()
    }
    expect(await at('revoke', 'Kept')).toContain('is revoked')
  })
})

it('an empty database is migrated, and one of an older server is left to it', async () => {
  const database = await createEmptyDatabase()
  const env = { FETTLE_DATA_DIR: join(folder, 'external'), DATABASE_URL: database.url }
  const list = () => withDatabase(env, (deps) => keys(deps, ['list']))
  expect(await list()).toContain('There are no keys yet.')
  const { rows } = await asAdmin(database.url, (admin) =>
    admin.query<{ name: string }>(
      'delete from schema_migrations where name = (select max(name) from schema_migrations) returning name',
    ),
  )
  await expect(list()).rejects.toThrow(
    `The database has the schema of an older version of Fettle, without ${rows[0]?.name}.`,
  )
  await database.drop()
})
