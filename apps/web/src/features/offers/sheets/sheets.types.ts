import type { OfferDetails } from '@fettle/protocol/offers'

export type OfferSheetName =
  | 'pass'
  | 'withdraw'
  | 'extend'
  | 'cancel'
  | 'convert'
  | 'contract'
  | 'remind'
  | 'duplicate'
  | 'discard-draft'

export interface OfferSheetProps {
  offer: OfferDetails
  now: Date
  onClose: () => void
  /** The draft beside the sent offer is gone. */
  onDiscarded?: () => void
}
