import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCodeOf } from '../start-error.ts'
import { assertKey, type FileStore } from './files.ts'

const CHECK_BYTES = 64 * 1024

/** Files in `<dataDir>/files`, each written to a temporary name and renamed once durable. */
export function createDiskStore({ dataDir }: { dataDir: string }): FileStore {
  const root = join(dataDir, 'files')
  const pathOf = (key: string) => {
    assertKey(key)
    return join(root, key)
  }
  return {
    async put(key, bytes, mime) {
      const target = pathOf(key)
      await mkdir(dirname(target), { recursive: true })
      await writeDurably(`${target}.mime`, Buffer.from(mime))
      await writeDurably(target, bytes)
    },
    get: async (key) => orAbsent(readFile(pathOf(key))),
    async remove(key) {
      await rm(pathOf(key), { force: true })
      await rm(`${pathOf(key)}.mime`, { force: true })
    },
    async find(key) {
      const target = pathOf(key)
      const [facts, mime] = await Promise.all([orAbsent(stat(target)), orAbsent(readFile(`${target}.mime`, 'utf8'))])
      return facts && mime !== undefined ? { size: facts.size, mime } : undefined
    },
    async part(key, start, end) {
      const handle = await orAbsent(open(pathOf(key)))
      if (!handle) return undefined
      try {
        const bytes = Buffer.alloc(end - start + 1)
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, start)
        return bytes.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },
    async *list() {
      const entries = await orAbsent(readdir(root, { recursive: true, withFileTypes: true }))
      for (const entry of entries ?? [])
        if (entry.isFile() && !/\.(mime|tmp)$/.test(entry.name))
          yield join(entry.parentPath, entry.name).slice(root.length + 1)
    },
    // Bytes are written each time, because a full disk still takes empty files.
    check: () => writeFile(join(dataDir, '.write-check'), Buffer.alloc(CHECK_BYTES)),
  }
}

const orAbsent = <Found>(work: Promise<Found>): Promise<Found | undefined> =>
  work.catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  })

async function writeDurably(target: string, bytes: Buffer): Promise<void> {
  const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, target)
  } catch (error) {
    // On a full disk, what was written of the file would keep it full.
    await rm(draft, { force: true })
    throw error
  }
}
