import type { ContractDraft } from '@fettle/protocol/contracts/content'
import type { Tx } from '../../../platform/db/db.ts'
import { attachFiles } from '../../uploads/index.ts'
import type { AmendmentRow, Contract, SignatureRow } from '../contract.types.ts'

/** Every file of a contract that its readers may see. */
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

/** Links the attachments of a draft, so that they are kept. Throws for files of others or with another purpose. */
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

/** Links evidence photos and documents, so that they are kept. */
export async function attachEvidence(
  tx: Tx,
  { contractId, ownerId, field }: AttachmentScope & { field: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await attachFiles(tx, { ownerId, attachedTo: contractId, ids, purpose: 'EVIDENCE', field })
}

/** Links a drawn signature, so that it is kept. */
export async function attachSignature(tx: Tx, { contractId, ownerId }: AttachmentScope, id: string): Promise<void> {
  await attachFiles(tx, { ownerId, attachedTo: contractId, ids: [id], purpose: 'SIGNATURE', field: 'imageFileId' })
}
