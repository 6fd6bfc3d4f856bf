import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { idOf, Instant, line, prose } from '../core/values.ts'
import { LineKind, LineUnit, TaxRate, UnitPrice } from './content.ts'
import { issueText } from '../core/issue-text.ts'

/** A provider's saved lines and rates for offers. Amounts are in the provider's currency. */

export const PriceBookItemId = idOf('pbi')

const fields = {
  kind: LineKind,
  name: line(1, 120, issueText('NAME_LENGTH')),
  description: z._default(prose(0, 2000, issueText('MAX_CHARACTERS')), ''),
  unit: LineUnit,
  unitPrice: UnitPrice,
  costPrice: z._default(z.nullable(UnitPrice), null),
  taxRateBps: z._default(TaxRate, 0),
}

export const PriceBookItem = z.object({
  id: PriceBookItemId,
  ...fields,
  currency: z.string(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type PriceBookItem = z.infer<typeof PriceBookItem>

const params = z.object({ id: PriceBookItemId })

export const listPriceBook = operation({
  name: 'priceBook.list',
  method: 'GET',
  path: '/v2/price-book',
  audience: 'provider',
  summary: 'List my price book by name. It has at most 500 items.',
  returns: z.array(PriceBookItem),
})

export const createPriceBookItem = operation({
  name: 'priceBook.create',
  method: 'POST',
  path: '/v2/price-book',
  audience: 'provider',
  summary: 'Add an item to the price book.',
  body: z.object(fields),
  status: 201,
  returns: PriceBookItem,
  errors: ['PRICE_BOOK_LIMIT', 'PRICE_BOOK_DUPLICATE'],
})

export const savePriceBookItem = operation({
  name: 'priceBook.save',
  method: 'PUT',
  path: '/v2/price-book/:id',
  audience: 'provider',
  summary: 'Change an item. Offers that already contain it stay unchanged.',
  params,
  body: z.object({ ...fields, version: z.optional(z.int()) }),
  returns: PriceBookItem,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'PRICE_BOOK_DUPLICATE'],
})

export const removePriceBookItem = operation({
  name: 'priceBook.remove',
  method: 'DELETE',
  path: '/v2/price-book/:id',
  audience: 'provider',
  summary: 'Delete an item from the price book.',
  params,
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})
