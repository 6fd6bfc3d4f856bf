import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { Tx } from '../../../platform/db/db.ts'
import { attachFiles } from '../../uploads/index.ts'

/** Every file of an offer. */
export const filesOf = ({
  photos,
  attachments,
  lineItems,
}: Pick<OfferDraft, 'photos' | 'attachments' | 'lineItems'>): string[] => [
  ...new Set([...photos, ...imagesOf({ lineItems }), ...attachments]),
]

const imagesOf = ({ lineItems }: Pick<OfferDraft, 'lineItems'>) =>
  lineItems.flatMap(({ imageFileId }) => (imageFileId ? [imageFileId] : []))

/** Links the files of a draft, so that they are kept. Throws for files of others or with another purpose. */
export async function nameFiles(
  tx: Tx,
  { id, providerId }: { id: string; providerId: string },
  content: OfferDraft,
): Promise<void> {
  const attachment = { ownerId: providerId, attachedTo: id }
  const name = async (ids: readonly string[], purpose: 'OFFER_PHOTO' | 'OFFER_FILE', field: string) => {
    if (ids.length > 0) await attachFiles(tx, { ...attachment, ids, purpose, field })
  }
  await name(content.photos, 'OFFER_PHOTO', 'photos')
  await name(imagesOf(content), 'OFFER_PHOTO', 'imageFileId')
  await name(content.attachments, 'OFFER_FILE', 'attachments')
}
