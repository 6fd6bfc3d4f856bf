import { offerStatuses, type OfferStatus } from '@fettle/protocol/offers'
import { sql, type Queryable } from '../../platform/db/db.ts'
import {
  createDocumentList,
  customerColumns,
  toCustomerCard,
  type WithCustomerColumns,
} from '../../platform/db/document-list.ts'
import { jsonOrNull, type JsonRow } from '../../platform/db/json-rows.ts'
import { answeringStatuses } from './offer.rules.ts'
import type { ListedOffer, Offer, OfferParts, OfferWithParts } from './offer.types.ts'
import * as requests from './requests/requests.store.ts'
import * as revisions from './revisions/revisions.store.ts'

const listedColumns = sql`
  o.id, o.reference, o.status, o.origin, o.title, o.service_category as "serviceCategory",
  o.location ->> 'city' as city, o.currency, o.total, o.live_revision as "liveRevision",
  o.draft is not null as "hasDraft", o.view_count as "viewCount", o.last_viewed_at as "lastViewedAt",
  o.sent_at as "sentAt", o.valid_until as "validUntil", o.respond_by as "respondBy",
  o.time_zone as "timeZone", o.reminders_sent as "remindersSent", o.reminded_at as "remindedAt", o.version,
  o.created_at as "createdAt", o.updated_at as "updatedAt"`
const columns = sql`${listedColumns}, ${customerColumns},
  o.provider_id as "providerId", o.request_id as "requestId", o.booking_id as "bookingId",
  o.location, o.requires_contract as "requiresContract", o.draft, o.draft_version as "draftVersion",
  o.draft_updated_at as "draftUpdatedAt", o.first_viewed_at as "firstViewedAt", o.changes, o.acceptance,
  o.converted_type as "convertedType", o.converted_id as "convertedId",
  (select case when k.completed_at is null then k.status else 'COMPLETED' end
   from contracts k where k.id = o.converted_id) as "contractStatus", o.lost,
  o.auto_remind_since as "autoRemindSince", o.extensions, o.ended_at as "endedAt", o.last_action as "lastAction",
  o.last_action_by as "lastActionBy", o.fired_timers as "firedTimers",
  (select id from conversations where provider_id = o.provider_id and customer_id = o.customer_id) as "channelId"`
const withCustomer = sql`offers o join customers c on c.id = o.customer_id`

/** One page of a provider's offers with counts and values by status. */
export const list = createDocumentList<OfferStatus, ListedOffer>({
  statuses: offerStatuses,
  table: 'offers',
  alias: 'o',
  searchTable: sql`offer_search`,
  searchId: sql`w.offer_id`,
  totalsTable: sql`offer_totals`,
  columns: listedColumns,
  // As in the index offers_by_deadline.
  deadline: sql`case when o.status in ('REQUESTED', 'DRAFT') then o.respond_by else o.valid_until end`,
  // The spread last: V8 gives an object whose fields follow one a hidden class of its own, and is slow to read it.
  toRow: (row) => ({ customer: toCustomerCard(row), ...row }),
})

export async function find(db: Queryable, id: string): Promise<Offer | undefined> {
  const row = await db.maybeOne<OfferRow>(sql`select ${columns} from ${withCustomer} where o.id = ${id}`)
  return row && toOffer(row)
}

interface PartColumns extends revisions.RevisionColumns {
  request: JsonRow<requests.RequestRow> | null
}

const partColumns = sql`${requests.requestColumn} as request, ${revisions.revisionColumns}`

const toParts = (row: PartColumns, currency: string): OfferParts => ({
  request: row.request && requests.fromRequestColumn(row.request),
  ...revisions.fromRevisionColumns(row, currency),
})

/** An offer with everything its provider sees beside it, in one statement. */
export async function findWithParts(db: Queryable, id: string): Promise<OfferWithParts | undefined> {
  const row = await db.maybeOne<OfferRow & PartColumns>(
    sql`select ${columns}, ${partColumns} from ${withCustomer} where o.id = ${id}`,
  )
  return row && { ...toOffer(row), parts: toParts(row, row.currency) }
}

/** Details that only its provider sees of an offer that is already loaded. */
export async function findParts(db: Queryable, { id, currency }: Pick<Offer, 'id' | 'currency'>): Promise<OfferParts> {
  return toParts(await db.one<PartColumns>(sql`select ${partColumns} from offers o where o.id = ${id}`), currency)
}

/** Offers of one provider among `ids`. */
export async function findMany(db: Queryable, providerId: string, ids: readonly string[]): Promise<Offer[]> {
  if (ids.length === 0) return []
  const rows = await db.query<OfferRow>(
    sql`select ${columns} from ${withCustomer} where o.id = any(${[...ids]}) and o.provider_id = ${providerId}`,
  )
  return rows.map(toOffer)
}

export async function listOfRequest(db: Queryable, requestId: string): Promise<Offer[]> {
  const rows = await db.query<OfferRow>(
    sql`select ${columns} from ${withCustomer} where o.request_id = ${requestId} order by o.id`,
  )
  return rows.map(toOffer)
}

/** The offer a call created. Undefined: none, or deleted since. */
export async function findByRequestKey(db: Queryable, requestKey: Buffer): Promise<Offer | undefined> {
  const row = await db.maybeOne<OfferRow>(
    sql`select ${columns} from ${withCustomer} where o.request_key = ${requestKey}`,
  )
  return row && toOffer(row)
}

/** Inserts an offer. `requestKey` identifies the call that created it (`requestKeyOf`), if it had a key. */
export async function insert(tx: Queryable, offer: Offer, requestKey: Buffer | null = null): Promise<void> {
  await tx.execute(sql`
    insert into offers (id, reference, provider_id, customer_id, request_id, booking_id, origin, status, title,
      service_category, currency, time_zone, location, total, draft, draft_version, draft_updated_at, respond_by,
      version, created_at, updated_at, request_key)
    values (${offer.id}, ${offer.reference}, ${offer.providerId}, ${offer.customer.id}, ${offer.requestId},
      ${offer.bookingId}, ${offer.origin}, ${offer.status}, ${offer.title}, ${offer.serviceCategory}, ${offer.currency},
      ${offer.timeZone}, ${jsonOrNull(offer.location)}::jsonb, ${offer.total}, ${jsonOrNull(offer.draft)}::jsonb,
      ${offer.draftVersion}, ${offer.draftUpdatedAt}, ${offer.respondBy}, ${offer.version}, ${offer.createdAt},
      ${offer.updatedAt}, ${requestKey})`)
}

/** Saves a transition. The caller holds the schedule lock. */
export async function save(tx: Queryable, offer: Offer): Promise<void> {
  await tx.execute(sql`
    update offers set status = ${offer.status}, title = ${offer.title}, location = ${jsonOrNull(offer.location)}::jsonb,
      total = ${offer.total}, live_revision = ${offer.liveRevision}, requires_contract = ${offer.requiresContract},
      draft = ${jsonOrNull(offer.draft)}::jsonb, draft_version = ${offer.draftVersion},
      draft_updated_at = ${offer.draftUpdatedAt}, valid_until = ${offer.validUntil}, sent_at = ${offer.sentAt},
      view_count = ${offer.viewCount}, first_viewed_at = ${offer.firstViewedAt}, last_viewed_at = ${offer.lastViewedAt},
      changes = ${jsonOrNull(offer.changes)}::jsonb, acceptance = ${jsonOrNull(offer.acceptance)}::jsonb,
      converted_type = ${offer.convertedTo?.type ?? null}, converted_id = ${offer.convertedTo?.id ?? null},
      lost = ${jsonOrNull(offer.lost)}::jsonb, reminders_sent = ${offer.remindersSent}, reminded_at = ${offer.remindedAt},
      auto_remind_since = ${offer.autoRemindSince},
      extensions = ${offer.extensions}, ended_at = ${offer.endedAt}, last_action = ${offer.lastAction},
      last_action_by = ${offer.lastActionBy}, fired_timers = ${[...offer.firedTimers]}, version = ${offer.version},
      updated_at = ${offer.updatedAt}
    where id = ${offer.id}`)
}

export async function remove(tx: Queryable, id: string): Promise<void> {
  await tx.execute(sql`delete from offers where id = ${id}`)
}

/** The latest offer that stands as the answer to a booking request. */
export async function findAnswering(db: Queryable, bookingId: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ id: string }>(sql`
    select id from offers where booking_id = ${bookingId} and status = any(${[...answeringStatuses]})
    order by sent_at desc limit 1`)
  return row?.id
}

/** The provider's newest offer for a booking that was never sent. */
export async function findDraftFor(
  db: Queryable,
  { providerId, bookingId }: { providerId: string; bookingId: string },
): Promise<Offer | undefined> {
  const row = await db.maybeOne<OfferRow>(sql`
    select ${columns} from ${withCustomer}
    where o.booking_id = ${bookingId} and o.provider_id = ${providerId} and o.status = 'DRAFT'
    order by o.created_at desc limit 1`)
  return row && toOffer(row)
}

/** References of a customer's open offers and requests. */
export async function listOpenReferences(db: Queryable, customerId: string): Promise<string[]> {
  const rows = await db.query<{ reference: string }>(sql`
    select reference from offers
    where customer_id = ${customerId} and (status in ('REQUESTED', 'SENT', 'VIEWED', 'CHANGES_REQUESTED', 'ACCEPTED')
      or (status = 'DRAFT' and request_id is not null))
    order by created_at limit 10`)
  return rows.map(({ reference }) => reference)
}

/** Accepted offers of a provider without a booking or contract yet. */
export const countAccepted = async (db: Queryable, providerId: string): Promise<number> =>
  (
    await db.one<{ count: number }>(
      sql`select count(*) as count from offers where provider_id = ${providerId} and status = 'ACCEPTED'`,
    )
  ).count

/** Removes addresses from the offers of a deleted customer; the offers stay. */
export async function redactAddresses(tx: Queryable, customerId: string): Promise<void> {
  for (const table of [sql`offers`, sql`offer_requests`]) {
    await tx.execute(sql`
      update ${table}
      set location = jsonb_build_object('line1', '', 'city', location -> 'city', 'country', location -> 'country')
      where customer_id = ${customerId} and location is not null`)
  }
}

/** The provider and customer of an offer. */
export const findParties = (db: Queryable, id: string) =>
  db.maybeOne<{ providerId: string; customerId: string }>(
    sql`select provider_id as "providerId", customer_id as "customerId" from offers where id = ${id}`,
  )

/** Whether the two ever had an offer, drafts included. */
export async function haveSharedOffer(db: Queryable, providerId: string, customerId: string): Promise<boolean> {
  const { isShared } = await db.one<{ isShared: boolean }>(sql`
    select exists (select from offers where customer_id = ${customerId} and provider_id = ${providerId}) as "isShared"`)
  return isShared
}

interface OfferRow extends WithCustomerColumns<Omit<Offer, 'convertedTo' | 'isContractGone' | 'isContractOver'>> {
  convertedType: 'BOOKING' | 'CONTRACT' | null
  convertedId: string | null
  /** Null also for a deleted contract. A completed one stays COMPLETED in a dispute. */
  contractStatus: string | null
}

/** Contracts that ended before both had signed. */
const unsignedEndings: ReadonlySet<string> = new Set(['DECLINED', 'EXPIRED', 'VOIDED'])

function toOffer({ convertedType, convertedId, contractStatus, ...row }: OfferRow): Offer {
  const isDeleted = convertedType === 'CONTRACT' && contractStatus === null
  const convertedTo = convertedType && convertedId && !isDeleted ? { type: convertedType, id: convertedId } : null
  const isUnsigned = contractStatus !== null && unsignedEndings.has(contractStatus)
  return {
    ...row,
    customer: toCustomerCard(row),
    convertedTo,
    isContractGone: row.status === 'CONVERTED' && (convertedTo === null || isUnsigned),
    isContractOver: contractStatus === 'COMPLETED' || contractStatus === 'TERMINATED',
  }
}
