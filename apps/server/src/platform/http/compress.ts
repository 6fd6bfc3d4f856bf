import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { addVary } from './vary.ts'

/** Responses that fit one packet gain nothing. */
const MIN_BYTES = 1_400
/** Up to this size, compressing takes less time than handing it to another thread. */
const SYNC_MAX_BYTES = 64 * 1024
const compressible = /^(application\/(json|problem\+json)|text\/)/
/** The fastest level: a list of twenty shrinks to a fifth in a tenth of a millisecond. */
const options = { level: 1 }
const gzipAsync = promisify(gzip)

/**
 * Compresses text responses for clients that accept it. Files and pages are compressed elsewhere, and streams are not
 * compressed.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_BYTES || reply.hasHeader('content-encoding')) return payload
    if (!compressible.test(String(reply.getHeader('content-type')))) return payload
    addVary(reply, 'accept-encoding')
    if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?(\s*,|\s*$))/.test(request.headers['accept-encoding'] ?? '')) return payload
    const bytes = payload.length > SYNC_MAX_BYTES ? await gzipAsync(payload, options) : gzipSync(payload, options)
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return bytes
  })
}
