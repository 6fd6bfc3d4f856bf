import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../../../platform/config.ts'
import type { Deps } from '../../../platform/deps.ts'
import { parseArticle, toSortKey, type ShippedArticle } from './faqs.rules.ts'
import * as store from './faqs.store.ts'

/** The product's articles: `<locale>/<slug>.md`. */
const articlesDir = join(rootDir, 'apps/server/articles')

/** Reads the articles of a release. Throws an Error with the file name for an invalid one. */
export function readArticles(folder: string = articlesDir): ShippedArticle[] {
  return readdirSync(folder).flatMap((locale) =>
    readdirSync(join(folder, locale))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => parseArticle(name, locale, readFileSync(join(folder, locale, name), 'utf8'))),
  )
}

const hashOf = (article: ShippedArticle) => hash('sha256', JSON.stringify(article))

/**
 * Updates the database to this release's articles. Idempotent and safe for concurrent processes. Articles an operator
 * changed or deleted stay as they are.
 */
export async function loadArticles(
  { db, clock, ids }: Pick<Deps, 'db' | 'clock' | 'ids'>,
  articles: readonly ShippedArticle[] = readArticles(),
): Promise<void> {
  const shippedHashes = new Map(
    (await store.listShipped(db)).map(({ locale, slug, hash }) => [`${locale}/${slug}`, hash]),
  )
  const names = articles.map(({ locale, slug }) => `${locale}/${slug}`)
  const changed = articles.filter((article, at) => shippedHashes.get(names[at] ?? '') !== hashOf(article))
  if (changed.length === 0 && shippedHashes.size === articles.length) return
  await db.transaction(async (tx) => {
    await store.putShipped(
      tx,
      changed.map((article) => ({
        ...article,
        id: ids.next('faq'),
        sortKey: toSortKey(article.category, article.position),
        hash: hashOf(article),
      })),
      clock.now(),
    )
    await store.deleteRemovedArticles(tx, names)
  })
}
