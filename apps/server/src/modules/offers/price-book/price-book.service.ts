import type { Received } from '@fettle/protocol'
import { currencyOf } from '@fettle/protocol/common/currencies'
import type { createPriceBookItem, PriceBookItem } from '@fettle/protocol/offers/price-book'
import { PRICE_BOOK_LIMIT } from '@fettle/protocol/offers/constants'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { findCountry } from '../../profile/index.ts'
import * as store from './price-book.store.ts'
import type { PriceBookItemRow } from './price-book.store.ts'

type Body = Received<typeof createPriceBookItem>['body']

export const listItems = async ({ db }: Pick<Deps, 'db'>, providerId: string): Promise<PriceBookItem[]> =>
  (await store.listOf(db, providerId)).map(toView)

export function createItem(
  { db, ids, clock, settings }: Pick<Deps, 'db' | 'ids' | 'clock' | 'settings'>,
  providerId: string,
  body: Body,
): Promise<PriceBookItem> {
  return db.transaction(async (tx) => {
    await store.lockProvider(tx, providerId)
    if ((await store.count(tx, providerId)) >= PRICE_BOOK_LIMIT) {
      throw new AppError('PRICE_BOOK_LIMIT', { limit: PRICE_BOOK_LIMIT })
    }
    const now = clock.now()
    const currency = currencyOf((await findCountry(tx, providerId)) ?? settings().defaultCountry)
    const item = { ...body, id: ids.next('pbi'), providerId, currency, version: 1, createdAt: now, updatedAt: now }
    await assertUnique(tx, item)
    await store.insert(tx, item)
    return toView(item)
  })
}

/** Loads the provider's own item and locks it. Throws NOT_FOUND. */
async function lockItem(tx: Tx, providerId: string, id: string): Promise<PriceBookItemRow> {
  const item = await store.lock(tx, id)
  if (item?.providerId !== providerId) throw new AppError('NOT_FOUND', { thing: 'item' })
  return item
}

async function assertUnique(tx: Tx, item: PriceBookItemRow): Promise<void> {
  if (await store.findDuplicate(tx, item)) throw new AppError('PRICE_BOOK_DUPLICATE', { name: item.name })
}

export function saveItem(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  providerId: string,
  id: string,
  body: Body,
  version: number | undefined,
): Promise<PriceBookItem> {
  return db.transaction(async (tx) => {
    await store.lockProvider(tx, providerId)
    const before = await lockItem(tx, providerId, id)
    if (version !== undefined && version !== before.version) {
      throw new AppError('VERSION_CONFLICT', { thing: 'item', current: toView(before) })
    }
    const after = { ...before, ...body, version: before.version + 1, updatedAt: clock.now() }
    await assertUnique(tx, after)
    await store.save(tx, after)
    return toView(after)
  })
}

export function removeItem({ db }: Pick<Deps, 'db'>, providerId: string, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockItem(tx, providerId, id)
    await store.remove(tx, id)
  })
}

const toView = ({ providerId: _, createdAt, updatedAt, ...item }: PriceBookItemRow): PriceBookItem => ({
  ...item,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
