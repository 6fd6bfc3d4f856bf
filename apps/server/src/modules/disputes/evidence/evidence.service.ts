import { disputeLimits } from '@fettle/protocol/disputes'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { attachFiles, storeFile, receiveFile } from '../../uploads/index.ts'
import { disputeWorkflow, type DisputeDeps } from '../dispute.workflow.ts'
import { getOwnDispute } from '../dispute.access.ts'
import { assertAllowed, type Dispute } from '../dispute.rules.ts'
import * as store from '../disputes.store.ts'
import { toUpdateEffects } from '../dispute.effects.ts'

/** Evidence: up to twenty files per side. */

interface EvidenceInput {
  fileIds: readonly string[]
  note?: string | undefined
}

/** Adds a person's uploads as evidence, each once. Throws EVIDENCE_LIMIT, or a field error for a file of somebody else. */
export async function addEvidenceIn(
  { clock, ids }: Pick<DisputeDeps, 'clock' | 'ids'>,
  tx: Tx,
  person: ActingPerson,
  dispute: Dispute,
  { fileIds, note, field }: EvidenceInput & { field: string },
): Promise<void> {
  const uniqueIds = [...new Set(fileIds)]
  const existingIds = await listOwnFileIds(tx, person, dispute)
  const newIds = uniqueIds.filter((id) => !existingIds.includes(id))
  const limit = disputeLimits.evidencePerSide
  if (existingIds.length + newIds.length > limit) throw new AppError('EVIDENCE_LIMIT', { limit })
  const attachment = { ownerId: person.id, ids: uniqueIds, purpose: 'EVIDENCE', attachedTo: dispute.id, field } as const
  await attachFiles(tx, attachment)
  const at = clock.now()
  for (const fileId of newIds) {
    const row = { id: ids.next('evd'), side: person.role, fileId, note: note || null, at }
    await store.insertEvidence(tx, dispute.id, row)
  }
}

/** Files a side has added. */
async function listOwnFileIds(tx: Tx, { role }: ActingPerson, { id }: Dispute): Promise<string[]> {
  const own = (await store.listEvidence(tx, id)).filter(({ side }) => side === role)
  return own.map(({ fileId }) => fileId)
}

export const addEvidence = (
  deps: DisputeDeps,
  person: ActingPerson,
  id: string,
  { version, ...evidence }: EvidenceInput & { version?: number | undefined },
): Promise<Dispute> =>
  disputeWorkflow.run(deps, person, id, {
    version,
    async isDone(before, tx) {
      const existingIds = await listOwnFileIds(tx, person, before)
      return evidence.fileIds.every((fileId) => existingIds.includes(fileId))
    },
    async decide(before, context, tx) {
      assertAllowed(before, 'evidence', context)
      await addEvidenceIn(deps, tx, person, before, { ...evidence, field: 'fileIds' })
      return bumpVersion(before, context.now)
    },
    describeEffects: (after) =>
      toUpdateEffects(person, after, {
        what: 'EVIDENCE',
        code: 'dispute-evidence-added',
        files: evidence.fileIds.length,
      }),
  })

/** Adds a file sent with the call as evidence, because customers have no uploads. */
export async function sendEvidence(
  deps: DisputeDeps,
  person: ActingPerson,
  id: string,
  { sent, note }: { sent: { bytes: Buffer; name: string }; note?: string | undefined },
): Promise<Dispute> {
  const dispute = await getOwnDispute(deps.db, person, id)
  assertAllowed(dispute, 'evidence', { role: person.role, now: deps.clock.now() })
  const file = await receiveFile(deps, 'EVIDENCE', sent)
  const stored = await storeFile(
    deps,
    { ownerId: person.id, purpose: 'EVIDENCE', file },
    async (_, uploaded) => uploaded,
  )
  return addEvidence(deps, person, id, { fileIds: [stored.id], note })
}
