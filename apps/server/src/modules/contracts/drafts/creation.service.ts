import type { ContractDraft } from '@fettle/protocol/contracts/content'
import { ContractDraft as ContractDraftSchema } from '@fettle/protocol/contracts/content'
import { contentFor } from '@fettle/protocol/common/template-content'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { withoutAmounts } from '@fettle/protocol/contracts/without-amounts'
import * as z from 'zod/mini'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { nextReference } from '../../../platform/db/references.ts'
import { newRecordFields } from '../../../platform/workflow/rules.ts'
import { findCustomer, haveSharedBooking } from '../../bookings/index.ts'
import { lockParties } from '../../customers/index.ts'
import { findChannel } from '../../channels/index.ts'
import { findLocale, getCurrency } from '../../profile/index.ts'
import { GENESIS } from '../history/audit.rules.ts'
import { noOrigin } from '../history/audit.store.ts'
import { contractWorkflow, type ContractDeps } from '../contract.workflow.ts'
import { getOwnContract, type ContractPerson } from '../contract.access.ts'
import type { Contract } from '../contract.types.ts'
import * as store from '../contracts.store.ts'
import { toDetails } from '../contract.view.ts'
import { contractTemplates } from './templates.service.ts'
import { withPatch } from './drafts.service.ts'
import { toContractDraft, type AcceptedOffer } from './from-offer.rules.ts'

/** The source of a new draft: exactly one of these, with an optional template. */
interface DraftSource {
  offerId?: string | undefined
  customerId?: string | undefined
  channelId?: string | undefined
  templateId?: string | undefined
}

/** The offers' side: loads an accepted offer, and marks it as converted into a contract. */
export interface AcceptedOffers {
  /** Throws if it does not exist or was not accepted. */
  openAccepted(tx: Tx, person: ContractPerson, offerId: string): Promise<AcceptedOffer>
  /** Once per contract. An offer whose contract ended without success may get another. */
  linkContract(
    tx: Tx,
    person: ContractPerson,
    offerId: string,
    contract: { id: string; reference: string },
  ): Promise<void>
}

export function createContract(
  deps: ContractDeps & { offers: AcceptedOffers },
  person: ContractPerson,
  { templateId, ...source }: DraftSource,
): Promise<ContractDetails> {
  return deps.db.transaction(async (tx) => {
    const blank = await blankDraft(deps, tx, person.id, templateId)
    const id = source.offerId
      ? await fromOffer(deps, tx, person, source.offerId, blank)
      : await forCustomer(deps, tx, person, await customerOf(tx, person.id, source), blank)
    return toDetails(deps, tx, await getOwnContract(tx, person, id), person)
  })
}

/** Creates a draft from an accepted offer within the caller's transaction. Returns the contract. */
export async function draftOfOffer(
  deps: ContractDeps,
  tx: Tx,
  person: Omit<ContractPerson, 'origin'>,
  offer: AcceptedOffer,
  blank?: ContractDraft,
): Promise<{ id: string; reference: string }> {
  const existing = await store.findLiveOfOffer(tx, offer.id)
  if (existing) throw new AppError('CONTRACT_EXISTS', { reference: existing.reference, contractId: existing.id })
  const { customer, currency, timeZone } = offer
  const locale = await findLocale(tx, offer.providerId)
  const content = toContractDraft(offer, blank ?? (await blankDraft(deps, tx, person.id, undefined)), locale)
  return insertDraft(deps, tx, person, {
    customer,
    currency,
    timeZone,
    content,
    offer: { id: offer.id, revision: offer.revisionNumber },
  })
}

async function fromOffer(
  deps: ContractDeps & { offers: AcceptedOffers },
  tx: Tx,
  person: ContractPerson,
  offerId: string,
  blank: ContractDraft,
): Promise<string> {
  const offer = await deps.offers.openAccepted(tx, person, offerId)
  const contract = await draftOfOffer(deps, tx, person, offer, blank)
  await deps.offers.linkContract(tx, person, offerId, contract)
  return contract.id
}

async function forCustomer(
  deps: ContractDeps,
  tx: Tx,
  person: ContractPerson,
  customerId: string,
  content: ContractDraft,
): Promise<string> {
  const found = await findCustomer(tx, customerId)
  if (!found) throw new AppError('NOT_FOUND', { thing: 'customer' })
  const { timeZone, ...customer } = found
  const currency = await getCurrency(deps, tx, person.id)
  const { id } = await insertDraft(deps, tx, person, { customer, currency, timeZone, content, offer: null })
  return id
}

/**
 * Defaults of a new draft: the cooling-off days of the settings, and the content of a template, without amounts in
 * another currency than the provider's.
 */
async function blankDraft(
  deps: Pick<Deps, 'settings'>,
  tx: Tx,
  providerId: string,
  templateId: string | undefined,
): Promise<ContractDraft> {
  const { coolingOffDays } = deps.settings()
  const empty = z.parse(ContractDraftSchema, { coolingOffDays })
  if (!templateId) return empty
  const template = await contractTemplates.lock(tx, providerId, templateId)
  const { id, version } = template
  const content = contentFor(template, await getCurrency(deps, tx, providerId), withoutAmounts)
  return {
    ...empty,
    ...content,
    // An old template must not shorten the configured cooling-off period.
    coolingOffDays: Math.max(coolingOffDays, content.coolingOffDays),
    terms: { templateId: id, templateVersion: version, text: content.terms.text },
  }
}

async function customerOf(db: Queryable, providerId: string, { customerId, channelId }: DraftSource): Promise<string> {
  if (channelId !== undefined) {
    const channel = await findChannel(db, { providerId, channelId })
    if (!channel) throw new AppError('NOT_FOUND', { thing: 'channel' })
    return channel.customerId
  }
  const id = customerId ?? ''
  const isKnown =
    (await haveSharedBooking(db, providerId, id)) ||
    (await store.haveSharedContract(db, providerId, id)) ||
    Boolean(await findChannel(db, { providerId, customerId: id }))
  if (!isKnown) throw new AppError('NOT_FOUND', { thing: 'customer' })
  return id
}

async function insertDraft(
  deps: ContractDeps,
  tx: Tx,
  person: Omit<ContractPerson, 'origin'>,
  {
    customer,
    currency,
    timeZone,
    content,
    offer,
  }: Pick<Contract, 'customer' | 'currency' | 'timeZone' | 'content'> & {
    offer: { id: string; revision: number } | null
  },
): Promise<{ id: string; reference: string }> {
  await lockParties(tx, { providerId: person.id, customerId: customer.id })
  const now = deps.clock.now()
  const contract: Contract = {
    id: deps.ids.next('ctr'),
    reference: await nextReference(tx, 'CT', now),
    providerId: person.id,
    customer,
    channelId: null,
    offerId: offer?.id ?? null,
    offerRevision: offer?.revision ?? null,
    status: 'DRAFT',
    signatureStatus: 'NONE',
    title: content.title,
    currency,
    timeZone,
    total: content.totalAmount,
    content: withPatch(content, {}, () => deps.ids.next('mil')),
    currentVersion: 0,
    sentAt: null,
    signBy: null,
    activatedAt: null,
    completedAt: null,
    startEarly: false,
    withdrawUntil: null,
    changes: null,
    hold: null,
    termination: null,
    ended: null,
    disputeId: null,
    auditSeq: 0,
    auditHead: GENESIS,
    ...newRecordFields(now),
    milestones: [],
    amendments: [],
  }
  await store.insert(tx, contract)
  const data = offer ? { offerId: offer.id } : {}
  await contractWorkflow.commit(
    deps,
    tx,
    { origin: noOrigin, ...person },
    {
      before: contract,
      after: contract,
      effects: {
        events: [{ event: 'contract.drafted', data, visibility: 'PROVIDER' }],
        auditNotes: [{ event: 'CREATED', data }],
      },
    },
  )
  return contract
}
