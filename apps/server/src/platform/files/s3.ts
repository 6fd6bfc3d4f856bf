import { hash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { assertKey, FileStoreUnavailable, isKey, type FileStore } from './files.ts'

export interface S3Settings {
  bucket: string
  region: string
  /** Endpoint of a store other than Amazon's; the bucket is then the first path segment. */
  endpoint?: string
  accessKeyId: string
  secretAccessKey: string
}

/** Timeout of one transfer in milliseconds. */
const TIMEOUT_MS = 30_000
/** Retries of requests the store was too busy for. */
const MAX_RETRIES = 4

/**
 * Files in a bucket of Amazon S3 or a compatible store. Errors contain the store's answer, never the credentials. Throws
 * FileStoreUnavailable where a later call may succeed. `timeout`: of one transfer, in milliseconds.
 */
export function createS3Store(
  { bucket, region, endpoint, ...keys }: S3Settings,
  { timeout = TIMEOUT_MS }: { timeout?: number } = {},
): FileStore {
  const client = new AwsClient({ ...keys, service: 's3', region, retries: MAX_RETRIES })
  const root = endpoint ? `${endpoint.replace(/\/+$/, '')}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`

  const send = (path: string, init: RequestInit) =>
    client.fetch(`${root}/${path}`, { ...init, signal: AbortSignal.timeout(timeout) }).catch((error: unknown) => {
      throw new FileStoreUnavailable('The file store did not answer', { cause: error })
    })
  /** The response. Undefined for a missing file. */
  const ask = async (method: string, key: string, init: RequestInit = {}): Promise<Response | undefined> => {
    assertKey(key)
    const answer = await send(key, { method, ...init })
    if (answer.ok) return answer
    const message = await answer.text()
    if (answer.status === 404 && !message.includes('NoSuchBucket')) return undefined
    throw refusal(method, answer.status, message)
  }
  const bytesOf = async (answer: Response | undefined) =>
    answer &&
    Buffer.from(
      await answer.arrayBuffer().catch((error: unknown) => {
        throw new FileStoreUnavailable('The file store stopped in the middle of a file', { cause: error })
      }),
    )

  return {
    async put(key, bytes, mime) {
      const answer = await ask('PUT', key, {
        body: new Uint8Array(bytes),
        // The checksum makes the store reject corrupted uploads.
        headers: { 'content-type': mime, 'x-amz-content-sha256': hash('sha256', bytes) },
      })
      if (!answer) throw refusal('PUT', 404, '')
    },
    get: async (key) => bytesOf(await ask('GET', key)),
    async remove(key) {
      await ask('DELETE', key)
    },
    async find(key) {
      const answer = await ask('HEAD', key)
      return (
        answer && {
          size: Number(answer.headers.get('content-length')),
          mime: answer.headers.get('content-type') ?? 'application/octet-stream',
        }
      )
    },
    part: async (key, start, end) => bytesOf(await ask('GET', key, { headers: { range: `bytes=${start}-${end}` } })),
    async *list() {
      for (let token = ''; ;) {
        const query = new URLSearchParams({ 'list-type': '2', ...(token && { 'continuation-token': token }) })
        const answer = await send(`?${query.toString()}`, { method: 'GET' })
        const page = await answer.text()
        if (!answer.ok) throw refusal('GET', answer.status, page)
        // Keys need no escapes; whatever else is in the bucket is not ours.
        for (const [, key = ''] of page.matchAll(/<Key>([^<]+)<\/Key>/g)) if (isKey(key)) yield key
        token = /<NextContinuationToken>([^<]+)</.exec(page)?.[1] ?? ''
        if (!token) return
      }
    },
    async check() {
      const answer = await send('', { method: 'HEAD' })
      if (!answer.ok) throw refusal('HEAD', answer.status, '')
    },
  }
}

function refusal(method: string, status: number, body: string): Error {
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1]
  const message = `The file store answered ${status} to ${method}${code === undefined ? '' : `: ${code}`}`
  return status >= 500 || status === 429 ? new FileStoreUnavailable(message) : new Error(message)
}
