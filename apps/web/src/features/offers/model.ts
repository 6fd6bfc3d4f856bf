import type { OfferAction, OfferDetails, OfferStatus, OfferSummary } from '@fettle/protocol/offers'

/** Logic of offers without React. */

export const offerTabs = ['quote', 'drafts', 'waiting', 'accepted', 'closed'] as const
export type OfferTab = (typeof offerTabs)[number]

/** Each status belongs to one tab. */
export const statusesOf: Record<OfferTab, readonly OfferStatus[]> = {
  quote: ['REQUESTED'],
  drafts: ['DRAFT'],
  waiting: ['SENT', 'VIEWED', 'CHANGES_REQUESTED'],
  accepted: ['ACCEPTED', 'CONVERTED'],
  closed: ['DECLINED', 'EXPIRED', 'WITHDRAWN', 'PASSED', 'CANCELLED'],
}

export const readTab = (value: string | null): OfferTab => offerTabs.find((tab) => tab === value) ?? 'quote'

/** Tab of an offer. */
export const tabOf = ({ status }: Pick<OfferSummary, 'status'>): OfferTab =>
  offerTabs.find((tab) => statusesOf[tab].includes(status)) ?? 'closed'

const HOUR_MS = 3_600_000
const open: readonly OfferStatus[] = statusesOf.waiting
const awaited: ReadonlySet<OfferStatus> = new Set(['REQUESTED', 'DRAFT'])

/** Deadline of the next response, by the provider or the customer. */
export function deadlineOf({
  status,
  validUntil,
  respondBy,
}: Pick<OfferSummary, 'status' | 'validUntil' | 'respondBy'>): string | undefined {
  if (open.includes(status)) return validUntil ?? undefined
  return awaited.has(status) ? (respondBy ?? undefined) : undefined
}

/** Whether the deadline is near: three days for the customer's answer, half a day for the provider's. */
export function isExpiring(offer: Pick<OfferSummary, 'status' | 'validUntil' | 'respondBy'>, now: Date): boolean {
  const deadline = deadlineOf(offer)
  if (!deadline) return false
  return Date.parse(deadline) - now.getTime() < (open.includes(offer.status) ? 72 : 12) * HOUR_MS
}

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
  return open.includes(status) ? 'message' : allows('duplicate') ? 'duplicate' : 'message'
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

/** Whether an offer has never been sent. */
export const isUnsent = ({ status }: Pick<OfferSummary, 'status'>): boolean => awaited.has(status)
