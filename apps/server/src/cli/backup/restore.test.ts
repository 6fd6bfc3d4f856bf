import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../testing/app/test-database.ts'
import { createMaster, findMaster } from '../../platform/secrets.ts'
import { backup, moveService, restore } from './index.ts'

const FETTLE_BACKUP_PASSPHRASE = 'correct horse battery'

let home: string
let source: TestDatabase
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'fettle-restore-'))
  source = await createTestDatabase()
  createMaster(join(home, 'original'))
  await backup(environment('original', source), [join(home, 'backup')])
})
afterEach(async () => {
  await source.drop()
  rmSync(home, { recursive: true, force: true })
})

const environment = (folder: string, { url }: TestDatabase) => ({
  FETTLE_BACKUP_PASSPHRASE,
  FETTLE_DATA_DIR: join(home, folder),
  DATABASE_URL: url,
})

it('a restore that cannot copy the files leaves the database empty, so that it can be repeated', async () => {
  const target = await createEmptyDatabase()
  const files = join(home, 'backup', 'files')
  writeFileSync(files, 'not a folder')
  await expect(restore(environment('failed', target), [join(home, 'backup')])).rejects.toThrow('ENOTDIR')
  rmSync(files)
  expect(await restore(environment('restored', target), [join(home, 'backup')])).toMatch(/^Restored the backup of 2/)
  expect(findMaster(join(home, 'restored'), {})).toBe(findMaster(join(home, 'original'), {}))
  await target.drop()
})

it('a damaged backup is refused with what is wrong with it', async () => {
  const folder = join(home, 'backup')
  const env = { FETTLE_BACKUP_PASSPHRASE, FETTLE_DATA_DIR: join(home, 'restored') }
  writeFileSync(join(folder, 'backup.json'), '{"format"')
  await expect(restore(env, [folder])).rejects.toThrow(
    'backup.json is damaged, or was written by a newer version of Fettle.',
  )
  rmSync(join(folder, 'secrets.sealed'))
  await expect(restore(env, [folder])).rejects.toThrow(`${folder} has no complete backup: secrets.sealed is missing.`)
})

it('a second folder is refused as one too many', async () => {
  await expect(backup(environment('original', source), ['one', 'two'])).rejects.toThrow('Unknown argument "two".')
})

it('a restore into a database with data leaves the data folder unused', async () => {
  const env = environment('refused', source)
  await expect(restore(env, [join(home, 'backup')])).rejects.toThrow('The database is not empty')
  expect(existsSync(join(home, 'refused', 'secrets.json'))).toBe(false)
})

it('a backup is refused where the secrets of the installation are not, instead of making others', async () => {
  const env = environment('elsewhere', source)
  await expect(backup(env, [join(home, 'bare')])).rejects.toThrow(
    `${env.FETTLE_DATA_DIR} has no secrets.json. Name the data folder with FETTLE_DATA_DIR, or set FETTLE_SECRET.`,
  )
  expect([existsSync(env.FETTLE_DATA_DIR), existsSync(join(home, 'bare'))]).toEqual([false, false])
  const FETTLE_SECRET = findMaster(join(home, 'original'), {})
  expect(await backup({ ...env, FETTLE_SECRET }, [join(home, 'bare')])).toMatch(/^Backed up/)
})

it('a backup is refused where there is no database, instead of making an empty one', async () => {
  const env = { ...environment('original', source), DATABASE_URL: undefined }
  await expect(backup(env, [join(home, 'bare')])).rejects.toThrow(
    `${env.FETTLE_DATA_DIR} has no embedded database. Set DATABASE_URL, or name the data folder with FETTLE_DATA_DIR.`,
  )
  await expect(moveService(env, ['chat', source.url])).rejects.toThrow('has no embedded database')
  expect([existsSync(join(env.FETTLE_DATA_DIR, 'postgres')), existsSync(join(home, 'bare'))]).toEqual([false, false])
})

it('a service is not moved to a database that cannot be reached, and no other word is taken for one', async () => {
  const [env, unreachable] = [environment('original', source), 'postgres://me:secret@127.0.0.1:9/chat']
  await expect(moveService(env, ['chat', unreachable])).rejects.toThrow(
    'Cannot reach the database at 127.0.0.1:9 (ECONNREFUSED). Start it, or correct the address.',
  )
  await expect(moveService(env, ['constructor', unreachable])).rejects.toThrow('Name chat or inbox.')
})

it('restored secrets can be set as they are written, whatever characters they have', async () => {
  const CHAT_SECRET = `a secret with # and "quotes" of 'both' kinds, and $HOME`
  const env = { ...environment('original', source), CHAT_SECRET, CHAT_APP_KEY: 'key' }
  await backup(env, [join(home, 'set')])
  const target = await createEmptyDatabase()
  await restore(environment('restored', target), [join(home, 'set')])
  const written = readFileSync(join(home, 'restored', 'restored-secrets.env'), 'utf8')
  expect(parseEnv(written)).toEqual({ CHAT_SECRET, CHAT_APP_KEY: 'key' })
  await target.drop()
})
