import type { FastifyReply } from 'fastify'

/** Adds headers to `Vary`, because several parts contribute. */
export function addVary(reply: FastifyReply, ...headers: readonly string[]): void {
  const before = String(reply.getHeader('vary') ?? '')
  const all = new Set([...before.split(/\s*,\s*/).filter(Boolean), ...headers])
  reply.header('vary', [...all].join(', '))
}
