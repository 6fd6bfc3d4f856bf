import type { FastifyReply } from 'fastify'

/** Adds to what an answer depends on: several parts of the server have a say in it. */
export function addVary(reply: FastifyReply, ...headers: readonly string[]): void {
  const before = String(reply.getHeader('vary') ?? '')
  const all = new Set([...before.split(/\s*,\s*/).filter(Boolean), ...headers])
  reply.header('vary', [...all].join(', '))
}
