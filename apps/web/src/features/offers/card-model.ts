import type { OfferCard } from '@fettle/protocol/offers'

/** What a card in a conversation offers, the main thing last; the rest is on the offer's own page. */
export type CardAction = 'pass' | 'extend' | 'remind' | 'convert'

export function cardActions({
  status,
  allowedActions,
}: Pick<OfferCard, 'status' | 'allowedActions'>): readonly CardAction[] {
  const allows = (action: CardAction) => allowedActions.includes(action)
  const wanted: Partial<Record<OfferCard['status'], readonly CardAction[]>> = {
    REQUESTED: ['pass'],
    SENT: ['remind'],
    VIEWED: ['remind'],
    EXPIRED: ['extend'],
    ACCEPTED: ['convert'],
  }
  return (wanted[status] ?? []).filter(allows)
}

/** What the way to the offer's own page is called: there it is written or read. */
export const leadsToWriting = ({ status, allowedActions }: Pick<OfferCard, 'status' | 'allowedActions'>): boolean =>
  ['REQUESTED', 'DRAFT', 'CHANGES_REQUESTED'].includes(status) && allowedActions.includes('draft')
