import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { addVary } from './vary.ts'

/** What fits one packet gains nothing. */
const MIN_BYTES = 1_400
/** Up to here it takes less time than handing it to another thread does. */
const SYNC_MAX_BYTES = 64 * 1024
const compressible = /^(application\/(json|problem\+json)|text\/)/
/** The quickest level: a list of twenty shrinks to a fifth in a tenth of a millisecond. */
const options = { level: 1 }
const later = promisify(gzip)

/**
 * Compresses the texts this server makes, on their way to whoever takes them so. Files and pages come compressed from
 * their own place, and streams go as they are.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_BYTES || reply.hasHeader('content-encoding')) return payload
    if (!compressible.test(String(reply.getHeader('content-type')))) return payload
    addVary(reply, 'accept-encoding')
    if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?(\s*,|\s*$))/.test(request.headers['accept-encoding'] ?? '')) return payload
    const bytes = payload.length > SYNC_MAX_BYTES ? await later(payload, options) : gzipSync(payload, options)
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return bytes
  })
}
