import type { FaqCategory } from '@fettle/protocol/support/support'
import { empty, sql, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { FaqCursor, ShippedArticle } from './faqs.rules.ts'

export interface FaqRow {
  id: string
  slug: string
  locale: string
  category: FaqCategory
  sortKey: number
  title: string
  bodyMarkdown: string
  published: boolean
  shippedHash: string | null
  editedAt: Date | null
  removedAt: Date | null
  helpfulYes: number
  helpfulNo: number
  createdAt: Date
  updatedAt: Date
}

const columns = sql`
  f.id, f.slug, f.locale, f.category, f.sort_key as "sortKey", f.title, f.body_markdown as "bodyMarkdown", f.published,
  f.shipped_hash as "shippedHash", f.edited_at as "editedAt", f.removed_at as "removedAt", f.helpful_yes as "helpfulYes",
  f.helpful_no as "helpfulNo", f.created_at as "createdAt", f.updated_at as "updatedAt"`

/** An article with the reader's vote. */
export interface FaqWithVote extends FaqRow {
  myVote: boolean | null
  /** Sort value: sort key, or search rank. */
  number: number
}

interface FaqReader {
  providerId: string
  locale: string
}

/** Published, in the requested language or otherwise in English. */
const readable = ({ locale }: FaqReader) => sql`
  f.removed_at is null and f.published
  and (f.locale = ${locale} or f.locale = 'en' and not exists (
    select from faqs o where o.slug = f.slug and o.locale = ${locale} and o.published and o.removed_at is null))`

const myVote = ({ providerId }: FaqReader) => sql`
  (select v.helpful from faq_votes v where v.faq_id = f.id and v.provider_id = ${providerId}) as "myVote"`

export interface Page {
  after: FaqCursor | undefined
  limit: number
}

/** One page in the order of the topics. */
export const listPage = (db: Queryable, reader: FaqReader, category: FaqCategory | undefined, { after, limit }: Page) =>
  db.query<FaqWithVote>(sql`
    select ${columns}, ${myVote(reader)}, f.sort_key as number from faqs f where ${readable(reader)}
    ${category ? sql`and f.category = ${category}` : empty}
    ${after ? sql`and (f.sort_key, f.slug) > (${after.number}, ${after.slug})` : empty}
    order by f.sort_key, f.slug limit ${limit}`)

/**
 * One page of search results, best first: all words before some words, and title matches count more. The rank is an
 * integer, so that a cursor can continue from it.
 */
export const searchPage = (
  db: Queryable,
  reader: FaqReader,
  { all, any, category }: { all: string; any: string; category: FaqCategory | undefined },
  { after, limit }: Page,
) =>
  db.query<FaqWithVote>(sql`
    with ranked as (
      select f.*, (
               case when f.search @@ asked.whole then 1000000 else 0 end + ts_rank(f.search, asked.part) * 100000
               -- Small words say nothing of a text, but tell titles apart: "was not there".
               + ts_rank(to_tsvector('simple', faq_normalize_text(f.title)), to_tsquery('simple', faq_normalize_text(${any}))) * 200000
             )::int as rank
      from faqs f
      cross join lateral (
        select to_tsquery(faq_search_config(f.locale), faq_normalize_text(${all})) as whole,
               to_tsquery(faq_search_config(f.locale), faq_normalize_text(${any})) as part
      ) asked
      where ${readable(reader)} and f.search @@ asked.part
      ${category ? sql`and f.category = ${category}` : empty}
    )
    select ${columns}, ${myVote(reader)}, f.rank as number from ranked f
    ${after ? sql`where (f.rank, f.slug) < (${after.number}, ${after.slug})` : empty}
    order by f.rank desc, f.slug desc limit ${limit}`)

export const findReadable = (db: Queryable, reader: FaqReader, slug: string) =>
  db.maybeOne<FaqWithVote>(sql`
    select ${columns}, ${myVote(reader)}, f.sort_key as number from faqs f where f.slug = ${slug} and ${readable(reader)}`)

/** Stores a person's vote on an article, one each, and updates the counters. */
export async function vote(
  tx: Tx,
  { faqId, providerId, helpful, at }: { faqId: string; providerId: string; helpful: boolean; at: Date },
): Promise<void> {
  await tx.execute(sql`select id from faqs where id = ${faqId} for update`)
  await tx.execute(sql`
    insert into faq_votes (faq_id, provider_id, helpful, at) values (${faqId}, ${providerId}, ${helpful}, ${at})
    on conflict (faq_id, provider_id) do update set helpful = excluded.helpful, at = excluded.at`)
  await tx.execute(sql`
    update faqs set helpful_yes = (select count(*) from faq_votes where faq_id = ${faqId} and helpful),
                    helpful_no = (select count(*) from faq_votes where faq_id = ${faqId} and not helpful)
    where id = ${faqId}`)
}

/** One page for operators: everything not deleted. */
export const listForOperator = (db: Queryable, locale: string, { after, limit }: Page) =>
  db.query<FaqRow>(sql`
    select ${columns} from faqs f where f.locale = ${locale} and f.removed_at is null
    ${after ? sql`and (f.sort_key, f.slug) > (${after.number}, ${after.slug})` : empty}
    order by f.sort_key, f.slug limit ${limit}`)

export const lock = (tx: Tx, id: string) =>
  tx.maybeOne<FaqRow>(sql`select ${columns} from faqs f where f.id = ${id} and f.removed_at is null for update`)

/** Inserts an article, reusing a deleted one with the same name. Undefined: the name is taken. */
export const insert = (tx: Tx, faq: Omit<FaqRow, 'helpfulYes' | 'helpfulNo' | 'removedAt'>) =>
  tx.maybeOne<FaqRow>(sql`
    insert into faqs as f (id, slug, locale, category, sort_key, title, body_markdown, published, edited_at, created_at, updated_at)
    values (${faq.id}, ${faq.slug}, ${faq.locale}, ${faq.category}, ${faq.sortKey}, ${faq.title}, ${faq.bodyMarkdown},
            ${faq.published}, ${faq.editedAt}, ${faq.createdAt}, ${faq.updatedAt})
    on conflict (slug, locale) do update
      set category = excluded.category, sort_key = excluded.sort_key, title = excluded.title, body_markdown = excluded.body_markdown,
          published = excluded.published, edited_at = excluded.edited_at, removed_at = null, updated_at = excluded.updated_at
      where f.removed_at is not null
    returning ${columns}`)

export async function save(tx: Tx, faq: FaqRow): Promise<void> {
  await tx.execute(sql`
    update faqs set category = ${faq.category}, sort_key = ${faq.sortKey}, title = ${faq.title},
      body_markdown = ${faq.bodyMarkdown}, published = ${faq.published}, edited_at = ${faq.editedAt},
      removed_at = ${faq.removedAt}, updated_at = ${faq.updatedAt}
    where id = ${faq.id}`)
}

/** State of the articles that came with the product. */
export const listShipped = (db: Queryable) =>
  db.query<{ slug: string; locale: string; hash: string }>(
    sql`select slug, locale, shipped_hash as hash from faqs where shipped_hash is not null`,
  )

export interface ShippedRow extends Omit<ShippedArticle, 'position'> {
  id: string
  sortKey: number
  hash: string
}

/** Upserts the articles of a release: new ones are added, unedited ones updated. */
export async function putShipped(tx: Tx, articles: readonly ShippedRow[], now: Date): Promise<void> {
  await tx.execute(sql`
    insert into faqs as f (id, slug, locale, category, sort_key, title, body_markdown, shipped_hash, created_at, updated_at)
    select id, slug, locale, category, "sortKey", title, "bodyMarkdown", hash, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(articles)}::jsonb) as
      a (id text, slug text, locale text, category text, "sortKey" integer, title text, "bodyMarkdown" text,
         hash text)
    on conflict (slug, locale) do update
      set category = excluded.category, sort_key = excluded.sort_key, title = excluded.title, body_markdown = excluded.body_markdown,
          shipped_hash = excluded.shipped_hash, updated_at = excluded.updated_at
      where f.shipped_hash is distinct from excluded.shipped_hash and f.edited_at is null and f.removed_at is null`)
}

/** Deletes articles a release no longer has, unless an operator edited them. */
export async function deleteRemovedArticles(tx: Tx, shipped: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from faqs where shipped_hash is not null and edited_at is null and removed_at is null
      and locale || '/' || slug <> all(${[...shipped]})`)
}
