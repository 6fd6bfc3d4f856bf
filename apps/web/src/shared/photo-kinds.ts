import type { PhotoKind } from '@fettle/protocol/bookings/photos'
import type { BookingSummary } from '@fettle/protocol/bookings'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const kinds: Record<PhotoKind, MessageDescriptor> = {
  BEFORE: msg`Before`,
  DURING: msg`During`,
  AFTER: msg`After`,
  ISSUE: msg`Problem`,
  RECEIPT: msg`Receipt`,
}

/** What a photo of a job shows, in words. */
export const kindLabel = (kind: PhotoKind): string => i18n._(kinds[kind])

/** What a photo most likely shows that is taken while a job stands like this. */
export const kindFor = ({ status }: Pick<BookingSummary, 'status'>): PhotoKind =>
  status === 'IN_PROGRESS' || status === 'PAUSED' || status === 'AWAITING_CONFIRMATION' ? 'AFTER' : 'BEFORE'
