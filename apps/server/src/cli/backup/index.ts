import { findRunning } from '@fettle/local-postgres'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import { loadConfig, parseEnvironment } from '../../platform/config.ts'
import { createDiskStore } from '../../platform/files/disk.ts'
import { createS3Store } from '../../platform/files/s3.ts'
import { createMaster, findMaster } from '../../platform/secrets.ts'
import { StartError } from '../../platform/start-error.ts'
import { read } from '../arguments.ts'
import type { CliCommand, CommandEnvironment } from '../usage.ts'
import { copyFiles, copyStoredFiles, openBackup, secretsFile, writeManifest, writeTables } from './backup-folder.ts'
import { openSecrets, sealSecrets, secretSettings } from './backup-secrets.ts'
import { databaseUrlOf, record, withDatabaseAt } from './installation.ts'
import { loadSnapshot, requireEmpty } from './load-snapshot.ts'
import { withSnapshot } from './read-snapshot.ts'

export { moveService, MOVE_SERVICE_HELP } from './move-service.ts'

export const BACKUP_HELP = `Back up the installation while it runs

  backup DIR
      Write the database as it is now, the stored files and the secrets to DIR,
      which must be new or empty. FETTLE_BACKUP_PASSPHRASE encrypts the
      secrets. Files in a bucket (S3_BUCKET) are copied too.`

export const RESTORE_HELP = `Put a backup into a new installation

  restore DIR
      Load the backup into the empty database that DATABASE_URL names, or into
      a new embedded one, its secrets into FETTLE_DATA_DIR, which must be new,
      and its files there or into the bucket that S3_BUCKET names.
      FETTLE_BACKUP_PASSPHRASE is the one of the backup.`

export const MOVE_DATABASE_HELP = `Move from the embedded database to a server of your own

  move-database URL
      Copy all data to the empty database at URL. The server must be stopped;
      the embedded database stays as it is.`

/** Folders of the data folder that belong to an installation. */
const INSTALLED = ['secrets.json', 'files', 'postgres']

/** `backup DIR`: a consistent copy of database, files and secrets. Others write meanwhile. */
export const backup: CliCommand<CommandEnvironment> = async (env, args) => {
  const folder = folderIn(args)
  const passphrase = passphraseOf(env)
  const config = loadConfig({ ...env, LOG_LEVEL: 'error' })
  if (config.chatDatabaseUrl || config.inboxDatabaseUrl)
    throw new StartError('Chat or inbox have databases of their own: back up each database with pg_dump instead.')
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new StartError(`${folder} is not empty. Name a new folder.`)
  const master = findMaster(config.dataDir, env)
  if (!master)
    throw new StartError(
      `${config.dataDir} has no secrets.json. Name the data folder with FETTLE_DATA_DIR, or set FETTLE_SECRET.`,
    )
  const url = databaseUrlOf(config)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const createdAt = systemClock.now()
  return withDatabaseAt(url, config.dataDir, async (db) =>
    withSnapshot(db, async (snapshot) => {
      const settings = Object.fromEntries(
        secretSettings.flatMap((name) => (env[name]?.trim() ? [[name, env[name]] as const] : [])),
      ) as Record<string, string>
      await writeFile(secretsFile(folder), sealSecrets(passphrase, { master, settings }), { mode: 0o600, flush: true })
      await writeTables(folder, snapshot)
      // After the snapshot: every file it names has been stored.
      const files = config.s3
        ? await copyStoredFiles(createS3Store(config.s3), createDiskStore({ dataDir: folder }))
        : await copyFiles(join(config.dataDir, 'files'), join(folder, 'files'))
      await writeManifest(folder, snapshot, createdAt)
      await record(db, 'installation.backed_up', { folder })
      const rows = snapshot.tables.reduce((sum, table) => sum + table.rows, 0)
      return `Backed up ${rows} rows and ${files} files to ${folder}.`
    }),
  )
}

/** `restore DIR`: the installation of a backup, in a new data folder and an empty database. */
export const restore: CliCommand<CommandEnvironment> = async (env, args) => {
  const folder = folderIn(args)
  const snapshot = await openBackup(folder)
  const { master, settings } = openSecrets(passphraseOf(env), snapshot.sealed)
  const config = loadConfig({ ...env, LOG_LEVEL: 'error' })
  const used = INSTALLED.find((name) => existsSync(join(config.dataDir, name)))
  if (used) throw new StartError(`${config.dataDir} is in use: it has ${used}. Name a new folder with FETTLE_DATA_DIR.`)
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}\n`)
  const settingsFile = join(config.dataDir, 'restored-secrets.env')
  const url = config.databaseDirectUrl ?? config.databaseUrl
  const files = await withDatabaseAt(url, config.dataDir, async (db, log) => {
    await requireEmpty(db)
    // The data last: without its secrets and files it would look complete, and the next start would make new secrets.
    createMaster(config.dataDir, undefined, master)
    if (lines.length > 0) await writeFile(settingsFile, lines.join(''), { mode: 0o600 })
    const copied = config.s3
      ? await copyStoredFiles(createDiskStore({ dataDir: folder }), createS3Store(config.s3))
      : await copyFiles(join(folder, 'files'), join(config.dataDir, 'files'))
    await loadSnapshot(db, snapshot, log)
    await record(db, 'installation.restored', { folder, of: snapshot.createdAt })
    return copied
  })
  return [
    `Restored the backup of ${snapshot.createdAt} with ${files} files to ${config.s3 ? `the bucket ${config.s3.bucket}` : config.dataDir}.`,
    ...(env['FETTLE_SECRET'] && env['FETTLE_SECRET'] !== master
      ? ['FETTLE_SECRET is not the one of the backup: remove it, or set it to the value in secrets.json.']
      : []),
    ...(lines.length > 0 ? [`It had secrets in its environment: set those of ${settingsFile} before the start.`] : []),
  ].join('\n')
}

/** `move-database URL`: from the embedded database to an empty one of another server. */
export const moveDatabase: CliCommand<CommandEnvironment> = async (env, args) => {
  const [url = ''] = read(args, { names: ['the address of the database'] }).positionals
  const target = parseEnvironment({ DATABASE_URL: url }).DATABASE_URL
  const config = loadConfig({ ...env, DATABASE_URL: undefined, LOG_LEVEL: 'error' })
  if (!existsSync(join(config.dataDir, 'postgres')))
    throw new StartError(`${config.dataDir} has no embedded database. Name the data folder with FETTLE_DATA_DIR.`)
  if (findRunning(config.dataDir))
    throw new StartError('The server is running. Stop it first, so that nothing is lost.')
  await withDatabaseAt(undefined, config.dataDir, (source) =>
    withSnapshot(source, (snapshot) =>
      withDatabaseAt(
        target,
        config.dataDir,
        async (db, log) => {
          await loadSnapshot(db, snapshot, log)
          await record(db, 'installation.moved', {})
        },
        'the address',
      ),
    ),
  )
  return 'All data is in the new database. Set DATABASE_URL to its address, then start the server.'
}

/** A value for an `.env` file, where `#` begins a comment outside of quotes. */
function quoted(value: string): string {
  if (/^[\w+/=.:@-]*$/.test(value)) return value
  const mark = ["'", '"', '`'].find((each) => !value.includes(each)) ?? ''
  return mark + value + mark
}

const folderIn = (args: string[]): string => resolve(read(args, { names: ['the folder'] }).positionals[0] ?? '')

function passphraseOf(env: CommandEnvironment): string {
  const passphrase = parseEnvironment(env).FETTLE_BACKUP_PASSPHRASE
  if (!passphrase)
    throw new StartError('Set FETTLE_BACKUP_PASSPHRASE: it encrypts the secrets. Keep it apart from the backup.')
  return passphrase
}
