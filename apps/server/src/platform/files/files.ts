import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { equalsInConstantTime } from '../crypto/constant-time.ts'
import { AppError, ServiceUnavailable } from '../errors.ts'

/** A store of files by key. */
export interface FileStore {
  /** Stores a file, replacing an existing one. Durable when it resolves. */
  put(key: string, bytes: Buffer, mime: string): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  remove(key: string): Promise<void>
  /** Metadata of a file, without its bytes. */
  find(key: string): Promise<{ size: number; mime: string } | undefined>
  /** Bytes from `start` to `end`, both zero-based and inclusive. Undefined: no longer there. */
  part(key: string, start: number, end: number): Promise<Buffer | undefined>
  /** Keys of all stored files, in no order. */
  list(): AsyncIterable<string>
  /** Rejects with the reason when files cannot be stored. */
  check(): Promise<void>
}

/** The store of files failed or could not be reached. The same call may succeed later. */
export class FileStoreUnavailable extends ServiceUnavailable {
  override name = 'FileStoreUnavailable'
}

/** A file the caller may read. */
export interface OpenFile {
  /** In bytes. */
  size: number
  mime: string
  name: string
  read(part?: { start: number; end: number }): Promise<Buffer>
}

/** Files and their signed addresses. Callers decide about access. */
export interface Files extends FileStore {
  /** A signed path on this origin, valid for five minutes by default. */
  signedUrl(key: string, options?: { name?: string; expiresInSeconds?: number }): string
  /** Verifies a signed address. Throws NOT_FOUND if it was changed, has expired or was not signed here. */
  openSigned(key: string, query: Record<string, string | undefined>): Promise<OpenFile>
}

const URL_TTL_SECONDS = 300
/** `avatars/usr_01….webp`: no names that start with a dot, so that no key leaves its folder. */
const KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*){0,5}$/

const notFound = () => new AppError('NOT_FOUND', { thing: 'file' })

/** Whether a text can be the key of a file. */
export const isKey = (key: string): boolean => KEY.test(key)

/** Throws NOT_FOUND for an invalid key. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw notFound()
}

/** Adds signed addresses to a file store. `key`: the signing secret. */
export function createFiles(store: FileStore, { key: secret, clock }: { key: string; clock: Clock }): Files {
  const sign = (key: string, expires: number, name: string) =>
    createHmac('sha256', secret).update(`${key}\n${expires}\n${name}`).digest('base64url')

  return {
    ...store,
    signedUrl(key, { name = '', expiresInSeconds = URL_TTL_SECONDS } = {}) {
      assertKey(key)
      const expires = Math.floor(clock.now().getTime() / 1000) + expiresInSeconds
      const query = new URLSearchParams({
        e: String(expires),
        ...(name ? { n: name } : {}),
        s: sign(key, expires, name),
      })
      return `/files/${key}?${query.toString()}`
    },
    async openSigned(key, { e, n: name = '', s = '' }) {
      assertKey(key)
      const expires = Number(e)
      if (!equalsInConstantTime(s, sign(key, expires, name)) || expires * 1000 <= clock.now().getTime())
        throw notFound()
      const found = await store.find(key)
      if (!found) throw notFound()
      return {
        ...found,
        name,
        async read(part) {
          const bytes = await (part ? store.part(key, part.start, part.end) : store.get(key))
          // Deleted since it was found.
          if (!bytes) throw notFound()
          return bytes
        },
      }
    },
  }
}
