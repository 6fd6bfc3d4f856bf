import * as protocol from '@fettle/protocol/contract-checks'
import type { Routers } from '../../../actors.ts'
import type { Deps } from '../../../platform/deps.ts'
import { fieldError } from '../../../platform/errors.ts'
import { assertLookUp } from '../../auth/index.ts'
import { sha256 } from '../audit/audit.rules.ts'
import { initialsOf } from '../paper/certificate.rules.ts'
import { keyOf } from '../paper/certificate.service.ts'
import { read } from '../versions/versions.rules.ts'
import { findSigned } from './public.store.ts'

/** What anybody may ask: whether a paper is one of ours (domain §7). No more is told than that. */
export function servePublic(deps: Deps, { public: router }: Pick<Routers, 'public'>): void {
  router.serve(protocol.verifyContract, async ({ body, file, request }) => {
    await assertLookUp(deps, { ip: request.ip })
    const hash = file ? sha256(file.bytes) : body.hash?.toLowerCase()
    if (!hash) throw fieldError(['hash'], 'REQUIRED', 'Send a file or its SHA-256.')
    const found = await findSigned(deps.db, hash)
    if (!found) return { known: false, status: null, signedAt: null, partyInitials: [] }
    const { status, certificate, snapshot } = found
    const { signedAt } = JSON.parse(certificate) as { signedAt: string }
    return { known: true, status, signedAt, partyInitials: initialsOf(read({ snapshot })) }
  })
  router.serve(protocol.getContractKey, async () => {
    const { keyId, publicKeyPem } = keyOf(deps)
    return { algorithm: 'Ed25519' as const, keyId, publicKeyPem }
  })
}
