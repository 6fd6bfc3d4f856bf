import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** The expected version of a write: `If-Match: "7"`, or `version` in the body. */
export function versionOf(request: FastifyRequest, inBody: number | undefined): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return inBody
  const version = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(header)?.[1]
  if (version === undefined || (inBody !== undefined && inBody !== Number(version))) throw new AppError('BAD_REQUEST')
  return Number(version)
}

/** The body of a write with its expected version, from the header or the body. */
export const withVersion = <B extends { version?: number | undefined }>(request: FastifyRequest, body: B): B => ({
  ...body,
  version: versionOf(request, body.version),
})
