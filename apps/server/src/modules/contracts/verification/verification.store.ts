import type { ContractStatus } from '@fettle/protocol/contracts'
import { sql, type Queryable } from '../../../platform/db/db.ts'

/** States of a contract that both sides have signed. */
export type SignedStatus = Extract<ContractStatus, 'ACTIVE' | 'ON_HOLD' | 'COMPLETED' | 'DISPUTED' | 'TERMINATED'>

/** A signed version by the hash of its PDF or text. */
export const findSigned = (db: Queryable, hash: string) =>
  db.maybeOne<{ status: SignedStatus; certificate: string; snapshot: string }>(sql`
    select k.status, v.certificate, v.snapshot
    from contract_versions v join contracts k on k.id = v.contract_id
    where (v.pdf_sha256 = ${hash} or v.content_hash = ${hash}) and v.certificate is not null
    limit 1`)
