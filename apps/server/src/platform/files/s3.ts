import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { assertKey, type FileStore } from './files.ts'

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

/** Files in a bucket of Amazon S3 or a compatible store. Errors contain the store's answer, never the credentials. */
export function createS3Store({ bucket, region, endpoint, ...keys }: S3Settings): FileStore {
  const client = new AwsClient({ ...keys, service: 's3', region, retries: MAX_RETRIES })
  const root = endpoint ? `${endpoint.replace(/\/+$/, '')}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`

  const send = (path: string, init: RequestInit) =>
    client.fetch(`${root}/${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
  /** The response. Undefined for a missing file. */
  const ask = async (method: string, key: string, init: RequestInit = {}): Promise<Response | undefined> => {
    assertKey(key)
    const answer = await send(key, { method, ...init })
    if (answer.ok) return answer
    const why = await answer.text()
    if (answer.status === 404 && !why.includes('NoSuchBucket')) return undefined
    throw refusal(method, answer.status, why)
  }
  const bytesOf = async (answer: Response | undefined) => answer && Buffer.from(await answer.arrayBuffer())

  return {
    async put(key, bytes, mime) {
      const answer = await ask('PUT', key, {
        body: new Uint8Array(bytes),
        // The checksum makes the store reject corrupted uploads.
        headers: { 'content-type': mime, 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') },
      })
      if (!answer) throw new Error('The file store lost a file it had confirmed')
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
    async check() {
      const answer = await send('', { method: 'HEAD' })
      if (!answer.ok) throw refusal('HEAD', answer.status, '')
    },
  }
}

const refusal = (method: string, status: number, body: string) =>
  new Error(
    `The file store answered ${status} to ${method}${/<Code>(\w+)<\/Code>/.exec(body)?.[1]?.replace(/^/, ': ') ?? ''}`,
  )
