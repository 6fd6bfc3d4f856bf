import * as z from 'zod/mini'
import { ContractStatus } from './states.ts'
import { operation } from '../core/operation.ts'
import { Instant } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'

/** Public verification of a contract's file or hash, without an account. */
export const verifyContract = operation({
  name: 'contracts.verifyPublic',
  method: 'POST',
  path: '/v2/public/contracts/verify',
  audience: 'public',
  summary:
    'Check whether a signed contract was issued here: send its PDF as `file` or its SHA-256 as `hash`. Answers yes or no; rate-limited by address.',
  file: 'file',
  fileOptional: true,
  body: z.object({
    hash: z.optional(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, issueText('SHA256_INVALID')))),
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
  summary: 'Get the public key (Ed25519) that verifies certificates offline.',
  returns: z.object({ algorithm: z.literal('Ed25519'), keyId: z.string(), publicKeyPem: z.string() }),
})
