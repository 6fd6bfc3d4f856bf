import type { OfferAction, OfferDetails } from '@fettle/protocol/offers'
import { openStatuses } from './offer-deadline.ts'

type Acting = Pick<OfferDetails, 'status' | 'allowedActions' | 'needsContract' | 'convertedTo'>

/** Primary action of an offer. */
export type OfferNextStep = 'write' | 'revise' | 'convert' | 'contract' | 'open' | 'remind' | 'duplicate' | 'message'

/** Selects the primary action: write, revise or convert; while waiting for the customer, remind once that is due. */
export function nextStep({ status, allowedActions, needsContract, convertedTo }: Acting): OfferNextStep {
  const allows = (action: OfferAction) => allowedActions.includes(action)
  // An offer whose contract was deleted or ended unsigned may be converted again.
  const mayConvert = allows('convert')
  if (convertedTo && !mayConvert) return 'open'
  if (status === 'REQUESTED' || status === 'DRAFT') return 'write'
  if (mayConvert) return needsContract ? 'contract' : 'convert'
  if (['CHANGES_REQUESTED', 'DECLINED', 'EXPIRED'].includes(status) && allows('draft')) return 'revise'
  if (allows('remind')) return 'remind'
  return openStatuses.includes(status) ? 'message' : allows('duplicate') ? 'duplicate' : 'message'
}

/** Secondary actions in menu order. */
const others = [
  'draft',
  'remind',
  'extend',
  'duplicate',
  'discard-draft',
  'pass',
  'withdraw',
  'cancel',
  'remove',
] as const

export type OtherOfferAction = (typeof others)[number]

/** Actions of an offer; some open a sheet. */
export type OfferAct = OtherOfferAction | 'convert' | 'contract'

const stepAction: Partial<Record<OfferNextStep, OtherOfferAction>> = {
  revise: 'draft',
  remind: 'remind',
  duplicate: 'duplicate',
}

export const otherActions = (
  { allowedActions, status }: Pick<OfferDetails, 'allowedActions' | 'status'>,
  step: OfferNextStep,
): OtherOfferAction[] =>
  others.filter(
    (action) =>
      allowedActions.includes(action) &&
      action !== stepAction[step] &&
      // The editor is already open.
      !(action === 'draft' && (status === 'REQUESTED' || status === 'DRAFT')),
  )

/** Whether an action is destructive and shown in red. */
export const isEnding = (action: OtherOfferAction): boolean =>
  ['pass', 'withdraw', 'cancel', 'remove', 'discard-draft'].includes(action)
