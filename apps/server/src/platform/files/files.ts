import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'

/** Bytes by key, wherever they are kept. */
export interface FileStore {
  /** Durable when it answers; a key that exists is replaced. */
  put(key: string, bytes: Buffer, mime: string): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  remove(key: string): Promise<void>
  /** What is kept under a key, without its bytes. */
  find(key: string): Promise<{ size: number; mime: string } | undefined>
  /** The bytes from `start` to `end`, both counted from 0 and part of the answer; undefined when the file is gone. */
  part(key: string, start: number, end: number): Promise<Buffer | undefined>
  /** Rejects with the reason when nothing can be kept at present. */
  check(): Promise<void>
}

/** A file somebody may see. */
export interface OpenFile {
  /** Bytes. */
  size: number
  mime: string
  name: string
  read(part?: { start: number; end: number }): Promise<Buffer>
}

/** Files and their addresses. What a file means is the business of whoever keeps it. */
export interface Files extends FileStore {
  /** A path on this origin that serves the bytes until it expires (5 minutes), signed. */
  signedUrl(key: string, options?: { name?: string; expiresInSeconds?: number }): string
  /** Throws NOT_FOUND for an address that was not signed here, was changed or has expired. */
  openSigned(key: string, query: Record<string, string | undefined>): Promise<OpenFile>
}

const URL_TTL_SECONDS = 300
/** `avatars/usr_01….webp`: no dots at the start of a name, so that no key climbs out of its folder. */
const KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*){0,5}$/

const notFound = () => new AppError('NOT_FOUND', { thing: 'file' })

/** Throws NOT_FOUND for what is no key. */
export function assertKey(key: string): void {
  if (!KEY.test(key)) throw notFound()
}

/** Gives what a store keeps addresses that only we can make. `key`: the secret they are signed with. */
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
      const given = Buffer.from(s)
      const wanted = Buffer.from(sign(key, expires, name))
      const genuine = given.length === wanted.length && timingSafeEqual(given, wanted)
      if (!genuine || expires * 1000 <= clock.now().getTime()) throw notFound()
      const found = await store.find(key)
      if (!found) throw notFound()
      return {
        ...found,
        name,
        async read(part) {
          const bytes = await (part ? store.part(key, part.start, part.end) : store.get(key))
          // Removed since it was found.
          if (!bytes) throw notFound()
          return bytes
        },
      }
    },
  }
}
