import type { Signature } from '@fettle/protocol/contracts/parts'
import type {
  ConsolidatedContract,
  ContractCard,
  ContractDetails,
  ContractSummary,
  Progress,
} from '@fettle/protocol/contracts'
import { milestoneSum } from '@fettle/protocol/contracts/problems'
import { sumOf } from '@fettle/protocol/common/money'
import type { Queryable } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import { loadText } from '../../platform/locale/messages.ts'
import { toIsoOrNull } from '../../platform/locale/to-iso-or-null.ts'
import { maskPhone } from '../customers/index.ts'
import { listFiles } from '../uploads/index.ts'
import { isSeenBy, toAmendment } from './amendments/amendments.rules.ts'
import type { ContractPerson } from './contract.access.ts'
import { filesOf } from './files/contract-files.service.ts'
import { allowedActions, isLive, isOpen } from './contract.rules.ts'
import type { Contract, ContractDecisionContext, SignatureRow } from './contract.types.ts'
import * as store from './contracts.store.ts'
import type { ContractParts, ListedContract } from './contracts.store.ts'
import { currentTermination } from './lifecycle/termination.rules.ts'
import { newMilestone, toMilestone } from './milestones/milestones.rules.ts'
import { nameOfAmendment, parseSnapshot } from './history/versions.rules.ts'
import { textOf, toVersionSummary } from './history/versions.service.ts'
import * as versions from './history/versions.store.ts'

type MilestoneAmounts = Pick<Contract['milestones'][number], 'amount' | 'settledAmount' | 'status'>

/** Progress of the work. Zero before both have signed. */
function progressOf(milestones: readonly MilestoneAmounts[], total: number, currency: string): Progress {
  const live = milestones.filter(isLive)
  const amountOf = (rows: readonly MilestoneAmounts[]) => sumOf(rows.map((row) => row.settledAmount ?? row.amount))
  const approved = live.filter((row) => !isOpen(row))
  const approvedAmount = amountOf(approved)
  return {
    approvedAmount: { amount: approvedAmount, currency },
    paidAmount: { amount: amountOf(live.filter(({ status }) => status === 'PAID')), currency },
    percent: total > 0 ? Math.min(100, Math.floor((approvedAmount * 100) / total)) : 0,
    milestones: live.length,
    approved: approved.length,
  }
}

/** A row of the provider's list. The phone number is shown on bookings only. */
export function toSummary(contract: ListedContract): ContractSummary {
  const { currency, milestones } = contract
  const next = milestones.find(isOpen)
  return {
    id: contract.id,
    reference: contract.reference,
    status: contract.status,
    signatureStatus: contract.signatureStatus,
    title: contract.title,
    customer: {
      ...contract.customer,
      name: customerNameOf(contract.customer.name),
      phone: contract.customer.phone && maskPhone(contract.customer.phone),
    },
    city: contract.city,
    total: { amount: contract.total, currency },
    startDate: contract.startDate,
    endDate: contract.endDate,
    progress: progressOf(milestones, contract.total, currency),
    nextMilestone: next
      ? {
          id: next.id,
          title: next.title,
          amount: { amount: next.amount, currency },
          dueDate: next.dueDate,
          status: next.status,
        }
      : null,
    signBy: toIsoOrNull(contract.signBy),
    offerId: contract.offerId,
    version: contract.version,
    createdAt: contract.createdAt.toISOString(),
    updatedAt: contract.updatedAt.toISOString(),
  }
}

/** A signature without internal fields. */
const toSignature = ({ id: _, amendmentId: __, stepUpAt: ___, ...row }: SignatureRow): Signature => ({
  ...row,
  signedAt: row.signedAt.toISOString(),
  voidedAt: toIsoOrNull(row.voidedAt),
  voidReason: row.voidReason && loadText(row.voidReason),
})

/** Milestones of a signed contract, or the planned ones of a draft. */
function milestonesOf(contract: Contract): Contract['milestones'] {
  if (contract.milestones.length > 0) return contract.milestones
  return contract.content.milestones.map((draft, index) => newMilestone({ ...draft, id: draft.id ?? '' }, index + 1))
}

/** Fields both sides see alike. `parts` are loaded unless they are given. */
export async function commonView(
  deps: Pick<Deps, 'files' | 'settings'>,
  db: Queryable,
  contract: Contract,
  { role, id }: Pick<ContractPerson, 'role' | 'id'>,
  context: ContractDecisionContext,
  parts?: ContractParts,
) {
  const { currency } = contract
  const { versions: all, sentVersion, signatures, readings } = parts ?? (await store.findParts(db, contract.id, id))
  const amendments = contract.amendments.filter((amendment) => isSeenBy(amendment, role))
  const [{ document, contentHash }, files] = await db.parallel(
    () => textOf(deps, db, contract, sentVersion),
    () => listFiles(deps, db, filesOf(contract, amendments, signatures)),
  )
  const reading = readings.find((each) => each.contentHash === contentHash)
  return {
    id: contract.id,
    reference: contract.reference,
    status: contract.status,
    signatureStatus: contract.signatureStatus,
    title: contract.title,
    providerId: contract.providerId,
    channelId: contract.channelId,
    offerId: contract.offerId,
    currency,
    timeZone: contract.timeZone,
    total: { amount: contract.total, currency },
    document,
    contentHash,
    currentVersion: contract.currentVersion,
    versions: all.map(toVersionSummary),
    signatures: signatures.filter(({ amendmentId }) => amendmentId === null).map(toSignature),
    signAs: role === 'PROVIDER' ? document.provider.name : contract.customer.name,
    reading: {
      openedAt: toIsoOrNull(reading?.openedAt ?? null),
      readToEndAt: toIsoOrNull(reading?.readToEndAt ?? null),
    },
    signBy: toIsoOrNull(contract.signBy),
    changesRequested: contract.changes,
    milestones: milestonesOf(contract).map((row) =>
      contract.milestones.length > 0
        ? toMilestone(contract, row, context)
        : { ...toMilestone(contract, row, context), allowedActions: [] },
    ),
    amendments: amendments.map((row) =>
      toAmendment(
        contract,
        row,
        signatures.filter(({ amendmentId }) => amendmentId === row.id).map(toSignature),
        context,
      ),
    ),
    progress: progressOf(contract.milestones, contract.total, currency),
    activatedAt: toIsoOrNull(contract.activatedAt),
    completedAt: toIsoOrNull(contract.completedAt),
    coolingOff: contract.withdrawUntil && {
      until: contract.withdrawUntil.toISOString(),
      startEarlyConsent: contract.startEarly,
    },
    hold: contract.hold,
    termination: currentTermination(contract),
    ended: contract.ended,
    disputeId: contract.disputeId,
    files,
    allowedActions: allowedActions(contract, context),
    version: contract.version,
    createdAt: contract.createdAt.toISOString(),
    updatedAt: contract.updatedAt.toISOString(),
  }
}

/** Fields the list derives from the content. */
const toListed = (contract: Contract): ListedContract => {
  const { siteAddress, startDate, endDate } = contract.content
  return { ...contract, city: siteAddress?.city ?? null, startDate, endDate }
}

/** A contract as a card for its provider. */
export const toCard = (contract: Contract, now: Date): ContractCard => ({
  ...toSummary(toListed(contract)),
  allowedActions: allowedActions(contract, { role: 'PROVIDER', now }),
})

/** A contract as its provider sees it. `parts` are loaded unless they are given. */
export async function toDetails(
  deps: Pick<Deps, 'files' | 'settings' | 'clock'>,
  db: Queryable,
  contract: Contract,
  party: Pick<ContractPerson, 'role' | 'id'>,
  parts?: ContractParts,
): Promise<ContractDetails> {
  const { content } = contract
  const common = await commonView(deps, db, contract, party, { role: 'PROVIDER', now: deps.clock.now() }, parts)
  return {
    ...toSummary(toListed(contract)),
    ...common,
    content,
    milestoneTotal: milestoneSum(content),
    offerRevision: contract.offerRevision,
    auditHead: contract.auditHead,
  }
}

/** The first signed contract with its change orders and the total after each. */
export async function consolidate(
  db: Queryable,
  contract: Contract,
  role: ContractPerson['role'],
): Promise<ConsolidatedContract> {
  const { currency } = contract
  const money = (amount: number) => ({ amount, currency })
  const all = (await versions.listOf(db, contract.id)).toReversed()
  const base = all.findLast(({ reason }) => reason !== 'AMENDMENT')
  if (!base || contract.activatedAt === null) {
    throw new AppError('INVALID_TRANSITION', { thing: 'contract', from: contract.status, verb: 'consolidated' })
  }
  const { content } = parseSnapshot(base)
  let running = content.totalAmount
  const seen = contract.amendments.filter((amendment) => isSeenBy(amendment, role))
  const changes = seen
    .toSorted((one, other) => rank(one) - rank(other) || one.number - other.number)
    .map((amendment) => {
      const agreed = amendment.status === 'APPROVED'
      if (agreed) running = sumOf([running, amendment.total])
      return {
        amendmentId: amendment.id,
        number: nameOfAmendment(amendment),
        title: amendment.content.title,
        status: amendment.status,
        agreed,
        total: money(amendment.total),
        scheduleImpactDays: amendment.content.scheduleImpactDays,
        runningTotal: agreed ? money(running) : null,
        decidedAt: toIsoOrNull(amendment.decidedAt),
      }
    })
  return {
    base: {
      versionNumber: base.number,
      title: content.title,
      total: money(content.totalAmount),
      endDate: content.endDate,
    },
    changes,
    total: money(contract.total),
    endDate: contract.content.endDate,
  }
}

/** In the order they were agreed; the others last. */
const rank = ({ status, versionNumber }: Contract['amendments'][number]): number =>
  status === 'APPROVED' ? (versionNumber ?? 0) : Number.MAX_SAFE_INTEGER
