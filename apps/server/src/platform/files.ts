import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'
import { codeOf } from './start-error.ts'

/** Bytes by key, on disk or S3. What a file means is the business of whoever keeps it. */
export interface Files {
  /** Durable when it answers; a key that exists is replaced. */
  put(key: string, bytes: Buffer, mime: string): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  remove(key: string): Promise<void>
  /** A path on this origin that serves the bytes until it expires (5 minutes), signed. */
  signedUrl(key: string, options?: { name?: string; expiresInSeconds?: number }): string
  /** Throws NOT_FOUND for an address that was not signed here, was changed or has expired. */
  openSigned(
    key: string,
    query: Record<string, string | undefined>,
  ): Promise<{ bytes: Buffer; mime: string; name: string }>
}

const FIVE_MINUTES = 300
/** `avatars/usr_01….webp`: no dots at the start of a name, so that no key climbs out of the folder. */
const KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*){0,5}$/

/** Files in `<dataDir>/files`, each written beside its place and moved there once it is on the disk. */
export function createDiskFiles({
  dataDir,
  key: secret,
  clock,
}: {
  dataDir: string
  key: string
  clock: Clock
}): Files {
  const root = join(dataDir, 'files')
  const place = (key: string) => {
    if (!KEY.test(key)) throw new AppError('NOT_FOUND', { thing: 'file' })
    return join(root, key)
  }
  const sign = (key: string, expires: number, name: string) =>
    createHmac('sha256', secret).update(`${key}\n${expires}\n${name}`).digest('base64url')

  const read = (path: string) =>
    readFile(path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    })

  return {
    async put(key, bytes, mime) {
      const target = place(key)
      await mkdir(dirname(target), { recursive: true })
      await writeDurably(`${target}.mime`, Buffer.from(mime))
      await writeDurably(target, bytes)
    },
    get: (key) => read(place(key)),
    async remove(key) {
      await rm(place(key), { force: true })
      await rm(`${place(key)}.mime`, { force: true })
    },
    signedUrl(key, { name = '', expiresInSeconds = FIVE_MINUTES } = {}) {
      place(key)
      const expires = Math.floor(clock.now().getTime() / 1000) + expiresInSeconds
      const query = new URLSearchParams({
        e: String(expires),
        ...(name ? { n: name } : {}),
        s: sign(key, expires, name),
      })
      return `/files/${key}?${query.toString()}`
    },
    async openSigned(key, { e, n: name = '', s = '' }) {
      const target = place(key)
      const expires = Number(e)
      const given = Buffer.from(s)
      const wanted = Buffer.from(sign(key, expires, name))
      const genuine = given.length === wanted.length && timingSafeEqual(given, wanted)
      if (!genuine || expires * 1000 <= clock.now().getTime()) throw new AppError('NOT_FOUND', { thing: 'file' })
      const [bytes, mime] = await Promise.all([read(target), read(`${target}.mime`)])
      if (!bytes || !mime) throw new AppError('NOT_FOUND', { thing: 'file' })
      return { bytes, mime: mime.toString(), name }
    },
  }
}

async function writeDurably(target: string, bytes: Buffer): Promise<void> {
  const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, target)
}

/** Serves signed addresses of files. What people upload never runs as a page of ours. */
export function serveFiles(app: FastifyInstance, files: Files): void {
  app.get<{ Params: { '*': string }; Querystring: Record<string, string | undefined> }>(
    '/files/*',
    async (request, reply) => {
      const { bytes, mime, name } = await files.openSigned(request.params['*'], request.query)
      const inline = /^(image\/(jpeg|png|webp|gif)|video\/|audio\/)/.test(mime)
      const disposition = inline ? 'inline' : 'attachment'
      return reply
        .headers({
          'content-disposition': name ? `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}` : disposition,
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, max-age=300',
        })
        .type(mime)
        .send(bytes)
    },
  )
}
