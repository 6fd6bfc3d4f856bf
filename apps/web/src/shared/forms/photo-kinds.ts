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

/** Label of a kind of photo. */
export const kindLabel = (kind: PhotoKind): string => i18n._(kinds[kind])

/** Most likely kind of a photo taken in this status. */
export const kindFor = ({ status }: Pick<BookingSummary, 'status'>): PhotoKind =>
  status === 'IN_PROGRESS' || status === 'PAUSED' || status === 'AWAITING_CONFIRMATION' ? 'AFTER' : 'BEFORE'
