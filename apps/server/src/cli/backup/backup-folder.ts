import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { FileStore } from '../../platform/files/files.ts'
import { errorCodeOf, StartError } from '../../platform/start-error.ts'
import type { Snapshot, TableRows } from './snapshot.types.ts'

const FORMAT = 1
const PARALLEL_COPIES = 8

/** `backup.json`, which is written last: a folder without it is not a complete backup. */
const manifest = z.object({
  format: z.literal(FORMAT),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
})

const manifestOf = (folder: string) => join(folder, 'backup.json')
const tableFile = (folder: string, { name }: TableRows) =>
  join(folder, 'database', `${name.replaceAll(/[^\w.]/g, '')}.copy.gz`)
/** The file of a backup with its encrypted secrets. */
export const secretsFile = (folder: string) => join(folder, 'secrets.sealed')

/** Writes each table of a snapshot to a compressed file. */
export async function writeTables(folder: string, snapshot: Snapshot): Promise<void> {
  await mkdir(join(folder, 'database'), { mode: 0o700 })
  for (const table of snapshot.tables)
    await pipeline(
      snapshot.read(table),
      createGzip({ level: 3 }),
      createWriteStream(tableFile(folder, table), { mode: 0o600, flush: true }),
    )
}

/** Writes `backup.json`, which makes the backup complete. */
export async function writeManifest(folder: string, snapshot: Snapshot, createdAt: Date): Promise<void> {
  const { migrations, tables, sequences } = snapshot
  const content = { format: FORMAT, createdAt: createdAt.toISOString(), migrations, tables, sequences }
  await writeFile(manifestOf(folder), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
}

/** Opens a complete backup. Throws a `StartError` for anything else. */
export async function openBackup(folder: string): Promise<Snapshot & { createdAt: string; sealed: Buffer }> {
  const content = await readBackupFile(folder, manifestOf(folder))
  const sealed = await readBackupFile(folder, secretsFile(folder))
  const { data } = manifest.safeParse(parseJson(content.toString()))
  if (!data) throw new StartError(`${manifestOf(folder)} is damaged, or was written by a newer version of Fettle.`)
  return {
    ...data,
    sealed,
    read(table) {
      const unpacked = createGunzip()
      createReadStream(tableFile(folder, table))
        .on('error', (error) => unpacked.destroy(error))
        .pipe(unpacked)
      return unpacked
    },
  }
}

async function readBackupFile(folder: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    const code = errorCodeOf(error)
    throw new StartError(
      code === 'ENOENT'
        ? `${folder} has no complete backup: ${basename(file)} is missing.`
        : `${file} cannot be read (${code}).`,
      { cause: error },
    )
  }
}

/** Undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Copies files from one store to another, some at a time. Returns the number of files. */
export async function copyStoredFiles(from: FileStore, to: FileStore): Promise<number> {
  let copiedCount = 0
  const keys = from.list()[Symbol.asyncIterator]()
  const copyOneByOne = async () => {
    for (let next = await keys.next(); !next.done; next = await keys.next()) {
      const [facts, bytes] = await Promise.all([from.find(next.value), from.get(next.value)])
      // Deleted meanwhile.
      if (!facts || !bytes) continue
      await to.put(next.value, bytes, facts.mime)
      copiedCount += 1
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_COPIES }, copyOneByOne))
  return copiedCount
}

/** Copies stored files with their folders. A file deleted meanwhile is left out. Returns the number of files. */
export async function copyFiles(from: string, to: string): Promise<number> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return []
    throw error
  })
  let copiedCount = 0
  for (const entry of entries) {
    // Not yet renamed to a stored file.
    if (!entry.isFile() || entry.name.endsWith('.tmp')) continue
    const target = join(to, entry.parentPath.slice(from.length), entry.name)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    try {
      await copyFile(join(entry.parentPath, entry.name), target)
      if (!entry.name.endsWith('.mime')) copiedCount += 1
    } catch (error) {
      if (errorCodeOf(error) !== 'ENOENT') throw error
    }
  }
  return copiedCount
}
