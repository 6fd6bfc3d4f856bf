import { hash } from 'node:crypto'
import * as protocol from '@fettle/protocol/contracts/checks'
import type { Routers } from '../../../actors.ts'
import type { Deps } from '../../../platform/deps.ts'
import { fieldError } from '../../../platform/errors.ts'
import { assertLookupRate } from '../../auth/index.ts'
import { keyOf } from '../files/certificate.service.ts'
import { verifyDocument } from './verification.service.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Registers public verification, which reveals only whether a document was issued here. */
export function serveVerification(deps: Deps, { public: router }: Pick<Routers, 'public'>): void {
  router.serve(
    protocol.verifyContract,
    async ({ body, file }) => {
      const digest = file ? hash('sha256', file.bytes) : body.hash?.toLowerCase()
      if (!digest) throw fieldError(['hash'], 'REQUIRED', issueText('FILE_OR_HASH_REQUIRED'))
      return verifyDocument(deps, digest)
    },
    { admit: (request) => assertLookupRate(deps, request) },
  )
  router.serve(protocol.getContractKey, async () => {
    const { keyId, publicKeyPem } = keyOf(deps)
    return { algorithm: 'Ed25519' as const, keyId, publicKeyPem }
  })
}
