import { connect } from 'node:net'

/** Result of a slice of load. */
export interface Slice {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

export interface Target {
  port: number
  path: string
  token: string
}

const HEADER_END = Buffer.from('\r\n\r\n')

/**
 * Requests one address repeatedly over `connections` keep-alive connections, one request at a time on each, until
 * `during` resolves. Uses bare sockets, to leave the machine to the measured server.
 */
export async function load(
  { port, path, token }: Target,
  connections: number,
  during: Promise<unknown>,
): Promise<Slice> {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`)
  const times: number[] = []
  const started = performance.now()
  let isOver = false
  const over = during.then(() => (isOver = true))
  await Promise.all([
    over,
    ...Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1')
          socket.setNoDelay(true)
          let sentAt = 0
          let answer: Buffer = Buffer.alloc(0)
          const send = () => {
            sentAt = performance.now()
            socket.write(request)
          }
          socket.on('connect', send)
          socket.on('error', reject)
          socket.on('close', () => resolve())
          socket.on('data', (chunk) => {
            answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk])
            if (answer.length < lengthOf(answer)) return
            if (!answer.subarray(0, 12).equals(OK)) return reject(new Error(answer.toString()))
            const now = performance.now()
            times.push(now - sentAt)
            answer = Buffer.alloc(0)
            if (isOver) socket.end()
            else send()
          })
        }),
    ),
  ])
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) }
}

const OK = Buffer.from('HTTP/1.1 200')

/** Length of the whole response; infinite until its head has arrived. */
function lengthOf(answer: Buffer): number {
  const end = answer.indexOf(HEADER_END)
  if (end < 0) return Number.POSITIVE_INFINITY
  const length = /content-length: *(\d+)/i.exec(answer.toString('latin1', 0, end))?.[1]
  if (length === undefined) throw new Error('The response has no content-length')
  return end + HEADER_END.length + Number(length)
}
