import type { OfferCard } from '@fettle/protocol/offers'

/** Actions of an offer card, the primary one last; other actions are on the offer's page. */
export type CardAction = 'pass' | 'extend' | 'remind' | 'convert'

export function cardActions({
  status,
  allowedActions,
}: Pick<OfferCard, 'status' | 'allowedActions'>): readonly CardAction[] {
  const allows = (action: CardAction) => allowedActions.includes(action)
  const actionsByStatus: Partial<Record<OfferCard['status'], readonly CardAction[]>> = {
    REQUESTED: ['pass'],
    SENT: ['remind'],
    VIEWED: ['remind'],
    EXPIRED: ['extend'],
    ACCEPTED: ['convert'],
  }
  return (actionsByStatus[status] ?? []).filter(allows)
}

/** Whether the link to the offer's page opens the editor. */
export const leadsToWriting = ({ status, allowedActions }: Pick<OfferCard, 'status' | 'allowedActions'>): boolean =>
  ['REQUESTED', 'DRAFT', 'CHANGES_REQUESTED'].includes(status) && allowedActions.includes('draft')
