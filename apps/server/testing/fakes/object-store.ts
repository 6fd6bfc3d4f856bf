import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import type { S3Settings } from '../../src/platform/files/s3.ts'

/** In-memory file storage with the S3 API, which verifies signatures with Amazon's own code. */
export interface FakeObjectStore {
  settings: S3Settings
  /** Answers the next requests with this status, like an overloaded store. */
  refuse(times: number, status: number): void
  /** Holds back answers: to all requests, or the second half of each file. */
  hold(what: 'answers' | 'bytes' | 'nothing'): void
  /** Flips a byte of the next upload. */
  corruptNextUpload(): void
  close(): Promise<void>
}

const BUCKET = 'fettle-files'
const PAGE_SIZE = 3
const KEYS = { accessKeyId: 'a key id for tests', secretAccessKey: 'a secret key for tests' }

export async function startFakeObjectStore(): Promise<FakeObjectStore> {
  const kept = new Map<string, { bytes: Buffer; mime: string }>()
  let refusals: number[] = []
  let corruptsNext = false
  let held: 'answers' | 'bytes' | 'nothing' = 'nothing'

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await read(request)
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
    if (held === 'answers') return undefined
    const status = refusals.shift()
    if (status !== undefined) return refuse(status, 'SlowDown')
    if (!(await isSigned(request))) return refuse(403, 'SignatureDoesNotMatch')
    const [bucket, ...rest] = (request.url ?? '').slice(1).split('/')
    if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket')
    const key = rest.join('/')
    if (key === '' && request.method === 'HEAD') return response.end()
    if (key.startsWith('?')) return response.end(listing(new URLSearchParams(key)))
    if (request.method === 'PUT') {
      if (corruptsNext) body[0] = 0
      corruptsNext = false
      const claimedHash = request.headers['x-amz-content-sha256']
      if (claimedHash !== hash('sha256', body)) return refuse(400, 'XAmzContentSHA256Mismatch')
      kept.set(key, { bytes: body, mime: request.headers['content-type'] ?? '' })
      return response.end()
    }
    if (request.method === 'DELETE') {
      kept.delete(key)
      return response.writeHead(204).end()
    }
    const file = kept.get(key)
    if (!file) return refuse(404, 'NoSuchKey')
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const bytes = start === undefined ? file.bytes : file.bytes.subarray(Number(start), Number(end) + 1)
    response.writeHead(start === undefined ? 200 : 206, { 'content-type': file.mime, 'content-length': bytes.length })
    if (held === 'bytes') return response.write(bytes.subarray(0, bytes.length / 2))
    return response.end(request.method === 'HEAD' ? undefined : bytes)
  }

  /** One page of keys, of few so that a list has several. */
  const listing = (query: URLSearchParams) => {
    const after = query.get('continuation-token') ?? ''
    const keys = [...kept.keys()].filter((key) => key > after).toSorted()
    const page = keys.slice(0, PAGE_SIZE)
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    const next = keys.length > PAGE_SIZE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult>${contents}${next}</ListBucketResult>`
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: { bucket: BUCKET, region: 'eu-west-1', endpoint: `http://127.0.0.1:${port}`, ...KEYS },
    refuse(times, status) {
      refusals = Array.from({ length: times }, () => status)
    },
    hold(what) {
      held = what
    },
    corruptNextUpload() {
      corruptsNext = true
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Computes the signature of a request again and compares it. */
async function isSigned({ headers, method = '', url = '' }: IncomingMessage): Promise<boolean> {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? []
  const date = String(headers['x-amz-date'])
  const signer = new SignatureV4({
    service: 's3',
    region: 'eu-west-1',
    credentials: KEYS,
    sha256: Sha256,
    uriEscapePath: false,
  })
  const { hostname, port, pathname, searchParams } = new URL(`http://${headers.host}${url}`)
  const signed = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname,
      port: Number(port),
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
    },
    { signingDate: new Date(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')) },
  )
  const signatureOf = (text: string | undefined) => /Signature=(\w+)/.exec(text ?? '')?.[1]
  return signatureOf(headers.authorization) === signatureOf(signed.headers['authorization'])
}
