import type { CallInput } from '@fettle/protocol'
import type { OfferTemplate } from '@fettle/protocol/offers/templates'
import {
  createOfferTemplate,
  listOfferTemplates,
  removeOfferTemplate,
  saveOfferTemplate,
  createPriceBookItem,
  listPriceBook,
  removePriceBookItem,
  savePriceBookItem,
} from '@fettle/protocol/offers/calls'
import type { PriceBookItem } from '@fettle/protocol/offers/price-book'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { callOnce } from '../../lib/http/call-once.ts'
import { queryOf } from '../../lib/http/query.ts'

/** Queries and mutations of the price book and offer templates. */

export const priceBookQuery = { ...queryOf(listPriceBook, {}), staleTime: 5 * 60_000 }
export const offerTemplatesQuery = { ...queryOf(listOfferTemplates, {}), staleTime: 5 * 60_000 }

interface Named {
  id: string
  name: string
}

/** Inserts or replaces an item in a cached list, sorted by name. */
const change = <Item extends Named>(client: QueryClient, key: readonly unknown[], update: (items: Item[]) => Item[]) =>
  client.setQueryData<Item[]>(key, (items) => items && update(items).sort((a, b) => a.name.localeCompare(b.name)))

const withItem =
  <Item extends Named>(saved: Item) =>
  (items: Item[]): Item[] => [...items.filter(({ id }) => id !== saved.id), saved]

export type PriceBookInput = CallInput<typeof createPriceBookItem>['body']

/** Creates or updates a price book item. Rejects with the server's error. */
export async function saveItem(
  client: QueryClient,
  before: Pick<PriceBookItem, 'id' | 'version'> | undefined,
  body: PriceBookInput,
): Promise<PriceBookItem> {
  const saved = before
    ? await call(savePriceBookItem, { params: { id: before.id }, body: { ...body, version: before.version } })
    : await callOnce(createPriceBookItem, { body })
  change(client, priceBookQuery.queryKey, withItem(saved))
  return saved
}

/** Deletes a price book item. */
export async function removeItem(client: QueryClient, id: string): Promise<void> {
  await call(removePriceBookItem, { params: { id } }, { keepalive: true })
  change<PriceBookItem>(client, priceBookQuery.queryKey, (items) => items.filter((item) => item.id !== id))
}

/** Creates or updates an offer template. */
export async function saveTemplate(
  client: QueryClient,
  before: Pick<OfferTemplate, 'id' | 'version'> | undefined,
  body: { name: string; content: OfferTemplate['content']; currency?: string | undefined },
): Promise<OfferTemplate> {
  const saved = before
    ? await call(saveOfferTemplate, { params: { id: before.id }, body: { ...body, version: before.version } })
    : await callOnce(createOfferTemplate, { body })
  change(client, offerTemplatesQuery.queryKey, withItem(saved))
  return saved
}

/** Deletes an offer template. */
export async function removeTemplate(client: QueryClient, id: string): Promise<void> {
  await call(removeOfferTemplate, { params: { id } }, { keepalive: true })
  change<OfferTemplate>(client, offerTemplatesQuery.queryKey, (items) => items.filter((item) => item.id !== id))
}
