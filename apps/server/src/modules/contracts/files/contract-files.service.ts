import type { ContractDraft } from '@fettle/protocol/contracts/content'
import type { Tx } from '../../../platform/db/db.ts'
import { attachFiles } from '../../uploads/index.ts'
import type { AmendmentRow, Contract, SignatureRow } from '../contract.rules.ts'

/** Every file that whoever may open a contract may see. */
export const filesOf = (
  { content, milestones }: Pick<Contract, 'content' | 'milestones'>,
  amendments: readonly AmendmentRow[],
  signatures: readonly SignatureRow[],
): string[] => [
  ...new Set([
    ...content.attachments,
    ...milestones.flatMap(({ evidenceIds }) => evidenceIds),
    ...amendments.flatMap(({ content: { photoIds } }) => photoIds),
    ...signatures.flatMap(({ imageFileId }) => (imageFileId ? [imageFileId] : [])),
  ]),
]

interface AttachmentScope {
  contractId: string
  ownerId: string
}

/** Names the attachments of a draft: they stay from now on. Those of somebody else, or for something else, are refused. */
export async function attachFilesTo(
  tx: Tx,
  { contractId, ownerId }: AttachmentScope,
  { attachments }: Pick<ContractDraft, 'attachments'>,
): Promise<void> {
  if (attachments.length === 0) return
  await attachFiles(tx, {
    ownerId,
    attachedTo: contractId,
    ids: attachments,
    purpose: 'CONTRACT_FILE',
    field: 'attachments',
  })
}

/** The same of photos and papers that show something. */
export async function attachEvidence(
  tx: Tx,
  { contractId, ownerId, field }: AttachmentScope & { field: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await attachFiles(tx, { ownerId, attachedTo: contractId, ids, purpose: 'EVIDENCE', field })
}

/** The same of a drawn signature. */
export async function attachSignature(tx: Tx, { contractId, ownerId }: AttachmentScope, id: string): Promise<void> {
  await attachFiles(tx, { ownerId, attachedTo: contractId, ids: [id], purpose: 'SIGNATURE', field: 'imageFileId' })
}
