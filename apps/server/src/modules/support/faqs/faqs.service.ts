import type { Received } from '@fettle/protocol'
import type { createFaq, OperatorFaq, listOperatorFaqs, saveFaq } from '@fettle/protocol/marketplace/support'
import type { Faq, listFaqs } from '@fettle/protocol/support/support'
import { operatorActor } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { appendEvent } from '../../../platform/db/domain-events.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { toIsoOrNull } from '../../../platform/locale/to-iso-or-null.ts'
import { decodeCursor, encodeCursor, toSortKey, fromSortKey, searchOf } from './faqs.rules.ts'
import * as store from './faqs.store.ts'
import type { FaqRow, FaqWithVote } from './faqs.store.ts'

/** Articles as providers read them and operators edit them. */

const toView = ({ updatedAt, ...faq }: FaqWithVote): Faq => ({ ...faq, updatedAt: updatedAt.toISOString() })

const toOperatorView = ({ updatedAt, editedAt, sortKey, shippedHash, ...faq }: FaqRow): OperatorFaq => ({
  ...faq,
  position: fromSortKey(sortKey),
  shipped: shippedHash !== null,
  editedAt: toIsoOrNull(editedAt),
  updatedAt: updatedAt.toISOString(),
})

interface FaqPage<Item> {
  faqs: Item[]
  nextCursor: string | null
}

function paged<Row extends { slug: string }, Item>(
  found: readonly Row[],
  limit: number,
  numberOf: (row: Row) => number,
  toItem: (row: Row) => Item,
): FaqPage<Item> {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const isMore = last !== undefined && found.length > limit
  return {
    faqs: page.map(toItem),
    nextCursor: isMore ? encodeCursor({ number: numberOf(last), slug: last.slug }) : null,
  }
}

/** A page of published articles: in the order of their topics, or those that match `q`, best first. */
export async function list(
  { db }: Pick<Deps, 'db'>,
  providerId: string,
  { limit, cursor, category, q, locale }: Received<typeof listFaqs>['query'],
): Promise<FaqPage<Faq>> {
  const page = { after: cursor === undefined ? undefined : decodeCursor(cursor), limit: limit + 1 }
  const reader = { providerId, locale }
  const words = q === undefined ? undefined : searchOf(q)
  // The query contains only punctuation.
  if (q !== undefined && !words) return { faqs: [], nextCursor: null }
  const found = words
    ? await store.searchPage(db, reader, { ...words, category }, page)
    : await store.listPage(db, reader, category, page)
  return paged(found, limit, ({ number }) => number, toView)
}

interface ArticleKey {
  slug: string
  locale: string
}

async function getReadable(
  { db }: Pick<Deps, 'db'>,
  providerId: string,
  { slug, locale }: ArticleKey,
): Promise<FaqWithVote> {
  const faq = await store.findReadable(db, { providerId, locale }, slug)
  if (!faq) throw new AppError('NOT_FOUND', { thing: 'article' })
  return faq
}

/** A published article in the reader's language, otherwise in English. Throws NOT_FOUND. */
export const get = async (deps: Deps, providerId: string, article: ArticleKey): Promise<Faq> =>
  toView(await getReadable(deps, providerId, article))

/** Stores whether an article helped its reader, replacing an earlier vote. Throws NOT_FOUND. */
export async function vote(
  deps: Deps,
  providerId: string,
  { helpful, ...article }: ArticleKey & { helpful: boolean },
): Promise<Faq> {
  const faq = await getReadable(deps, providerId, article)
  await deps.db.transaction((tx) => store.vote(tx, { faqId: faq.id, providerId, helpful, at: deps.clock.now() }))
  return get(deps, providerId, article)
}

/** A page of every article of a language that is not deleted, for operators. */
export async function listForOperator(
  { db }: Pick<Deps, 'db'>,
  { limit, cursor, locale }: Received<typeof listOperatorFaqs>['query'],
): Promise<FaqPage<OperatorFaq>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const found = await store.listForOperator(db, locale, { after, limit: limit + 1 })
  return paged(found, limit, ({ sortKey }) => sortKey, toOperatorView)
}

type FaqEditorDeps = Pick<Deps, 'db' | 'ids' | 'clock' | 'signal'>

/** Creates an article. Throws FAQ_SLUG_TAKEN. */
export function create(
  deps: FaqEditorDeps,
  operator: string,
  { category, position, ...form }: Received<typeof createFaq>['body'],
): Promise<OperatorFaq> {
  const { db, ids, clock } = deps
  return db.transaction(async (tx) => {
    const now = clock.now()
    const article = await store.insert(tx, {
      ...form,
      id: ids.next('faq'),
      category,
      sortKey: toSortKey(category, position),
      shippedHash: null,
      editedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    if (!article) throw new AppError('FAQ_SLUG_TAKEN')
    await recordEdit(deps, tx, operator, 'faq.created', article)
    return toOperatorView(article)
  })
}

/** Changes the given fields of an article. Throws NOT_FOUND. */
export function save(
  deps: FaqEditorDeps,
  operator: string,
  id: string,
  { position, category, ...changes }: Received<typeof saveFaq>['body'],
): Promise<OperatorFaq> {
  return deps.db.transaction(async (tx) => {
    const faq = await lockArticle(tx, id)
    const now = deps.clock.now()
    const topic = category ?? faq.category
    const saved: FaqRow = {
      ...faq,
      title: changes.title ?? faq.title,
      bodyMarkdown: changes.bodyMarkdown ?? faq.bodyMarkdown,
      published: changes.published ?? faq.published,
      category: topic,
      sortKey: toSortKey(topic, position ?? fromSortKey(faq.sortKey)),
      editedAt: now,
      updatedAt: now,
    }
    await store.save(tx, saved)
    await recordEdit(deps, tx, operator, 'faq.changed', saved)
    return toOperatorView(saved)
  })
}

/** Deletes an article for good: releases do not restore it. */
export function remove(deps: FaqEditorDeps, operator: string, id: string): Promise<Record<string, never>> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const faq = await lockArticle(tx, id)
    await store.save(tx, { ...faq, editedAt: now, removedAt: now })
    await recordEdit(deps, tx, operator, 'faq.removed', faq)
    return {}
  })
}

/** Records who edited an article, for operators. */
const recordEdit = (deps: FaqEditorDeps, tx: Tx, operator: string, type: string, { id, slug, locale }: FaqRow) =>
  appendEvent(deps, tx, {
    subject: { type: 'faq', id },
    type,
    actor: operatorActor(operator),
    data: { slug, locale },
    visibility: 'OPERATOR',
    providerId: null,
  })

async function lockArticle(tx: Tx, id: string): Promise<FaqRow> {
  const faq = await store.lock(tx, id)
  if (!faq) throw new AppError('NOT_FOUND', { thing: 'article' })
  return faq
}
