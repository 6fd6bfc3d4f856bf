import { connect } from 'node:net'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'

const CHUNK_BYTES = 64 * 1024
const TIMEOUT_MS = 30_000

/**
 * Scans bytes with ClamAV's daemon (`tcp://host:3310`) before anything else reads them. Throws FILE_INFECTED, and
 * MAINTENANCE for a file that cannot be scanned.
 */
export async function assertClean(bytes: Buffer, url: string, log: Pick<Logger, 'error'>): Promise<void> {
  const { hostname, port } = new URL(url)
  try {
    const verdict = await scanStream(hostname, Number(port || 3310), bytes)
    if (verdict.endsWith(' OK')) return
    if (verdict.endsWith(' FOUND')) throw new AppError('FILE_INFECTED')
    throw new Error(`The scanner answered: ${verdict.slice(0, 200)}`)
  } catch (error) {
    if (error instanceof AppError) throw error
    log.error({ err: error }, 'scanning a file failed')
    throw new AppError('MAINTENANCE')
  }
}

function scanStream(host: string, port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const answer: Buffer[] = []
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The scanner did not answer in time.')))
    socket.on('error', reject)
    socket.on('data', (part) => answer.push(part))
    socket.on('end', () => resolve(Buffer.concat(answer).toString('utf8').replaceAll('\0', '').trim()))
    socket.write('zINSTREAM\0')
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const part = bytes.subarray(at, at + CHUNK_BYTES)
      const size = Buffer.alloc(4)
      size.writeUInt32BE(part.length)
      socket.write(size)
      socket.write(part)
    }
    socket.write(Buffer.alloc(4))
  })
}
