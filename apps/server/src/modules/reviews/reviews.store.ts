import type { CustomerTag, ReviewedWork, ReviewState } from '@fettle/protocol/reviews'
import type { Cursor } from '../../platform/db/cursor.ts'
import { lockByName } from '../../platform/db/advisory-lock.ts'
import { empty, sql, type Queryable, type Sql, type Tx } from '../../platform/db/db.ts'
import { addToRating } from '../profile/index.ts'
import { weightOf, type ReviewAsk, type StoredCustomerRating, type ReviewRecord } from './review.rules.ts'

const columns = sql`
  r.id, r.provider_id as "providerId", r.customer_id as "customerId", c.name as "customerName",
  c.avatar as "customerAvatar", r.work_type as "workType", r.work_id as "workId", r.work_reference as "workReference",
  r.work_title as "workTitle", r.closes_at as "closesAt", r.status, r.rating,
  json_build_object('quality', r.quality, 'punctuality', r.punctuality, 'communication', r.communication,
                    'value', r.value) as aspects,
  r.comment, r.photo_file_ids as "photoFileIds", r.created_at as "createdAt", r.published_at as "publishedAt", r.reply,
  r.replied_at as "repliedAt", r.contest, r.hidden, r.version, r.updated_at as "updatedAt"`
const withCustomer = sql`reviews r join customers c on c.id = r.customer_id`
const visible = sql`r.status in ('PUBLISHED', 'UNDER_REVIEW')`

type WorkKey = Pick<ReviewedWork, 'type' | 'id'>

/** Serializes ratings of this work from both sides. */
export const lockWork = (tx: Tx, { type, id }: WorkKey): Promise<void> => lockByName(tx, `review ${type} ${id}`)

export const find = (db: Queryable, id: string) =>
  db.maybeOne<ReviewRecord>(sql`select ${columns} from ${withCustomer} where r.id = ${id}`)

export const lock = (tx: Tx, id: string) =>
  tx.maybeOne<ReviewRecord>(sql`select ${columns} from ${withCustomer} where r.id = ${id} for update of r`)

export const findOfWork = (db: Queryable, { type, id }: WorkKey) =>
  db.maybeOne<ReviewRecord>(
    sql`select ${columns} from ${withCustomer} where r.work_type = ${type} and r.work_id = ${id}`,
  )

/** Inserts a sealed review. */
export async function insert(tx: Tx, review: ReviewRecord): Promise<void> {
  const { aspects } = review
  await tx.execute(sql`
    insert into reviews (id, provider_id, customer_id, work_type, work_id, work_reference, work_title, closes_at, status,
      rating, quality, punctuality, communication, value, comment, created_at, version, updated_at)
    values (${review.id}, ${review.providerId}, ${review.customerId}, ${review.workType}, ${review.workId},
      ${review.workReference}, ${review.workTitle}, ${review.closesAt}, ${review.status}, ${review.rating},
      ${aspects.quality}, ${aspects.punctuality}, ${aspects.communication}, ${aspects.value}, ${review.comment},
      ${review.createdAt}, ${review.version}, ${review.updatedAt})`)
}

/**
 * Saves mutable fields. The caller holds the row lock. The provider's rating changes by the difference, so that sums
 * stay exact under concurrency.
 */
export async function save(tx: Tx, before: ReviewRecord, after: ReviewRecord): Promise<void> {
  await tx.execute(sql`
    update reviews set status = ${after.status}, photo_file_ids = ${after.photoFileIds}, published_at = ${after.publishedAt},
      reply = ${after.reply}, replied_at = ${after.repliedAt},
      contest = ${after.contest && JSON.stringify(after.contest)}::jsonb,
      hidden = ${after.hidden && JSON.stringify(after.hidden)}::jsonb, version = ${after.version},
      updated_at = ${after.updatedAt}
    where id = ${after.id}`)
  const [was, is] = [weightOf(before), weightOf(after)]
  if (was.count !== is.count) {
    await addToRating(tx, after.providerId, { sum: is.sum - was.sum, count: is.count - was.count })
  }
}

/** Filter of a provider's reviews. */
export interface ReviewQuery {
  providerId: string
  statuses?: readonly ReviewState[] | undefined
  stars?: readonly number[] | undefined
  isUnanswered?: boolean | undefined
}

const matching = ({ providerId, statuses, stars, isUnanswered }: ReviewQuery): Sql => sql`
  r.provider_id = ${providerId} and r.published_at is not null
  ${statuses ? sql`and r.status = any(${[...statuses]})` : empty}
  ${stars ? sql`and r.rating = any(${[...stars]}::smallint[])` : empty}
  ${isUnanswered ? sql`and r.reply is null and ${visible}` : empty}`

/** One page, newest first. */
export const listPage = (
  db: Queryable,
  listing: ReviewQuery,
  { after, limit }: { after?: Cursor | undefined; limit: number },
) =>
  db.query<ReviewRecord>(sql`
    select ${columns} from ${withCustomer} where ${matching(listing)}
    ${after ? sql`and (r.published_at, r.id) < (${after.at}, ${after.id})` : empty}
    order by r.published_at desc, r.id desc limit ${limit}`)

export async function count(db: Queryable, listing: ReviewQuery): Promise<number> {
  const row = await db.one<{ count: number }>(sql`select count(*) as count from reviews r where ${matching(listing)}`)
  return row.count
}

/** Reviews by one customer, newest first, visible or not. */
export const listOfCustomer = (
  db: Queryable,
  { customerId, providerId }: { customerId: string; providerId?: string | undefined },
  { after, limit }: { after?: Cursor | undefined; limit: number },
) =>
  db.query<ReviewRecord>(sql`
    select ${columns} from ${withCustomer} where r.customer_id = ${customerId}
    ${providerId ? sql`and r.provider_id = ${providerId}` : empty}
    ${after ? sql`and (r.created_at, r.id) < (${after.at}, ${after.id})` : empty}
    order by r.created_at desc, r.id desc limit ${limit}`)

export const listAll = (db: Queryable, providerId: string) =>
  db.query<ReviewRecord>(sql`
    select ${columns} from ${withCustomer} where ${matching({ providerId })} order by r.published_at desc, r.id desc`)

export interface RatingSums {
  published: number
  underReview: number
  hidden: number
  stars: number
  unanswered: number
  five: number
  four: number
  three: number
  two: number
  one: number
  quality: number | null
  punctuality: number | null
  communication: number | null
  value: number | null
}

/** Rating sums of a provider. */
export const sumUp = (db: Queryable, providerId: string) =>
  db.one<RatingSums>(sql`
    select count(*) filter (where r.status = 'PUBLISHED') as published,
           count(*) filter (where r.status = 'UNDER_REVIEW') as "underReview",
           count(*) filter (where r.status = 'HIDDEN') as hidden,
           coalesce(sum(r.rating) filter (where ${visible}), 0) as stars,
           count(*) filter (where ${visible} and r.reply is null) as unanswered,
           count(*) filter (where ${visible} and r.rating = 5) as five,
           count(*) filter (where ${visible} and r.rating = 4) as four,
           count(*) filter (where ${visible} and r.rating = 3) as three,
           count(*) filter (where ${visible} and r.rating = 2) as two,
           count(*) filter (where ${visible} and r.rating = 1) as one,
           (avg(r.quality) filter (where ${visible}))::float as quality,
           (avg(r.punctuality) filter (where ${visible}))::float as punctuality,
           (avg(r.communication) filter (where ${visible}))::float as communication,
           (avg(r.value) filter (where ${visible}))::float as value
    from reviews r where r.provider_id = ${providerId} and r.published_at is not null`)

export const findRating = (db: Queryable, { type, id }: WorkKey) =>
  db.maybeOne<StoredCustomerRating>(sql`
    select rating, tags, note, created_at as at from customer_ratings where work_type = ${type} and work_id = ${id}`)

export async function insertRating(
  tx: Tx,
  { type, id, providerId, customerId }: WorkKey & { providerId: string; customerId: string },
  { rating, tags, note, at }: StoredCustomerRating,
): Promise<void> {
  await tx.execute(sql`
    insert into customer_ratings (work_type, work_id, provider_id, customer_id, rating, tags, note, created_at)
    values (${type}, ${id}, ${providerId}, ${customerId}, ${rating}, ${[...tags]}, ${note}, ${at})`)
}

/** All of a provider's ratings of customers, newest first. */
export const listRatings = (db: Queryable, providerId: string) =>
  db.query<WorkKey & { customerId: string; rating: number; tags: CustomerTag[]; note: string; at: Date }>(sql`
    select work_type as type, work_id as id, customer_id as "customerId", rating, tags, note, created_at as at
    from customer_ratings where provider_id = ${providerId} order by created_at desc`)

export const findAsk = (db: Queryable, { type, id }: WorkKey) =>
  db.maybeOne<ReviewAsk>(sql`
    select times, last_at as "lastAt" from review_requests where work_type = ${type} and work_id = ${id}`)

export async function saveAsk(tx: Tx, { type, id }: WorkKey, providerId: string, now: Date): Promise<number> {
  const { times } = await tx.one<{ times: number }>(sql`
    insert into review_requests (work_type, work_id, provider_id, times, last_at) values (${type}, ${id}, ${providerId}, 1, ${now})
    on conflict (work_type, work_id) do update set times = review_requests.times + 1, last_at = excluded.last_at
    returning times`)
  return times
}

/** Deletes ratings and replies of a closed account. Reviews stay with the customers who wrote them. */
export async function deleteByProvider(tx: Tx, providerId: string): Promise<void> {
  await tx.execute(sql`delete from customer_ratings where provider_id = ${providerId}`)
  await tx.execute(sql`delete from review_requests where provider_id = ${providerId}`)
  await tx.execute(sql`
    update reviews set reply = null, replied_at = null, contest = null
    where provider_id = ${providerId} and (reply is not null or contest is not null)`)
}

/** Deletes every provider's notes on ratings of a customer who left. */
export async function deleteRatingNotesAbout(tx: Tx, customerId: string): Promise<void> {
  await tx.execute(sql`update customer_ratings set note = '' where customer_id = ${customerId} and note <> ''`)
}

/** Detaches photos of a deleted customer, because they show a home. Returns the file ids. */
export async function detachPhotosOf(tx: Tx, customerId: string): Promise<string[]> {
  const rows = await tx.query<{ ids: string[] }>(sql`
    with old as (select id, photo_file_ids from reviews
                 where customer_id = ${customerId} and photo_file_ids <> '{}' for update)
    update reviews r set photo_file_ids = '{}' from old where r.id = old.id returning old.photo_file_ids as ids`)
  return rows.flatMap(({ ids }) => ids)
}
