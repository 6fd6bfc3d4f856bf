import * as z from 'zod/mini'
import { ContractStatus } from './flow.ts'
import { operation } from '../core/operation.ts'
import { Instant } from '../core/values.ts'

/** What anybody who holds a paper may ask, without an account. */

/** A file of a contract, or a hash of one. */
export const verifyContract = operation({
  name: 'contracts.verifyPublic',
  method: 'POST',
  path: '/v2/public/contracts/verify',
  audience: 'public',
  summary:
    'Whether a signed contract is one of ours: send its PDF as `file`, or its SHA-256 as `hash`. Answers no more than that, and is counted by address.',
  file: 'file',
  fileOptional: true,
  body: z.object({
    hash: z.optional(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'Enter a SHA-256 as 64 hexadecimal characters.'))),
  }),
  returns: z.object({
    known: z.boolean(),
    status: z.nullable(ContractStatus),
    signedAt: z.nullable(Instant),
    partyInitials: z.array(z.string()),
  }),
  errors: ['FILE_TOO_LARGE', 'RATE_LIMITED'],
})

export const getContractKey = operation({
  name: 'contracts.publicKey',
  method: 'GET',
  path: '/v2/public/contracts/key',
  audience: 'public',
  summary: 'The key certificates are signed with (Ed25519), to check one without asking us about it.',
  returns: z.object({ algorithm: z.literal('Ed25519'), keyId: z.string(), publicKeyPem: z.string() }),
  errors: [],
})
