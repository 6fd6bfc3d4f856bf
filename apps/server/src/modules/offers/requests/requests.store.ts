import type { Location } from '@fettle/protocol/bookings'
import type { OfferRequest, Urgency } from '@fettle/protocol/offers'
import type { ProposedSlot } from '@fettle/protocol/bookings/reschedules'
import { sql, type Queryable, type Tx } from '../../../platform/db/db.ts'
import { fromJsonRow, jsonRow, type JsonRow } from '../../../platform/db/json-rows.ts'

export interface RequestRow {
  id: string
  customerId: string
  title: string
  description: string
  serviceCategory: string | null
  location: Location
  budgetMin: number | null
  budgetMax: number | null
  budgetCurrency: string | null
  preferredSlots: ProposedSlot[]
  urgency: Urgency
  respondBy: Date
  answers: { question: string; answer: string }[]
  photos: string[]
  /** Number of providers asked. */
  providers: number
  closedAt: Date | null
  createdAt: Date
}

const columns = sql`id, customer_id as "customerId", title, description, service_category as "serviceCategory", location,
  budget_min as "budgetMin", budget_max as "budgetMax", budget_currency as "budgetCurrency",
  preferred_slots as "preferredSlots", urgency, respond_by as "respondBy", answers, photos, providers,
  closed_at as "closedAt", created_at as "createdAt"`

export const find = (db: Queryable, id: string) =>
  db.maybeOne<RequestRow>(sql`select ${columns} from offer_requests where id = ${id}`)

/** The request of offer `o` as a JSON column. */
export const requestColumn = jsonRow(sql`select ${columns} from offer_requests where id = o.request_id`)

export const fromRequestColumn = (row: JsonRow<RequestRow>): RequestRow =>
  fromJsonRow<RequestRow>(row, { respondBy: true, closedAt: true, createdAt: true })

export const lock = (tx: Queryable, id: string) =>
  tx.maybeOne<RequestRow>(sql`select ${columns} from offer_requests where id = ${id} for update`)

export async function insert(tx: Queryable, request: RequestRow): Promise<void> {
  await tx.execute(sql`
    insert into offer_requests (id, customer_id, title, description, service_category, location, budget_min,
      budget_max, budget_currency, preferred_slots, urgency, respond_by, answers, providers, created_at)
    values (${request.id}, ${request.customerId}, ${request.title}, ${request.description},
      ${request.serviceCategory}, ${JSON.stringify(request.location)}::jsonb, ${request.budgetMin}, ${request.budgetMax},
      ${request.budgetCurrency}, ${JSON.stringify(request.preferredSlots)}::jsonb, ${request.urgency},
      ${request.respondBy}, ${JSON.stringify(request.answers)}::jsonb, ${request.providers}, ${request.createdAt})`)
}

export async function close(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.execute(sql`update offer_requests set closed_at = ${at} where id = ${id} and closed_at is null`)
}

export async function addPhoto(tx: Queryable, id: string, fileId: string): Promise<void> {
  await tx.execute(sql`update offer_requests set photos = array_append(photos, ${fileId}) where id = ${id}`)
}

/** Detaches photos of a deleted customer. Returns the file ids. */
export async function detachPhotosOf(tx: Tx, customerId: string): Promise<string[]> {
  const rows = await tx.query<{ ids: string[] }>(sql`
    with old as (select id, photos from offer_requests where customer_id = ${customerId} and photos <> '{}' for update)
    update offer_requests r set photos = '{}' from old where r.id = old.id returning old.photos as ids`)
  return rows.flatMap(({ ids }) => ids)
}

export function toRequest(row: RequestRow): OfferRequest {
  const money = (amount: number | null) =>
    amount === null || row.budgetCurrency === null ? null : { amount, currency: row.budgetCurrency }
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    photos: row.photos,
    budgetMin: money(row.budgetMin),
    budgetMax: money(row.budgetMax),
    preferredSlots: row.preferredSlots,
    urgency: row.urgency,
    respondBy: row.respondBy.toISOString(),
    competingProviders: row.providers - 1,
    answers: row.answers,
  }
}
