/** Sort keys of lists; with a minus, the last or largest first. Without schemas, so that screens can use them. */

type SortKey<Name extends string> = Name | `-${Name}`

const withDescending = <const Names extends readonly string[]>(...names: Names) =>
  names.flatMap((name) => [name, `-${name}`]) as [SortKey<Names[number]>, ...SortKey<Names[number]>[]]

export const bookingSorts = withDescending('startAt', 'title', 'customer', 'price', 'respondBy')
/**
 * Offers and contracts. `deadline`: until when the provider answers a request, the customer an offer, or both sign a
 * contract.
 */
export const documentSorts = withDescending('updatedAt', 'title', 'customer', 'total', 'deadline')
export const invoiceSorts = withDescending('createdAt', 'customer', 'dueAt', 'due', 'total')
export const customerSorts = withDescending('name', 'city', 'completed', 'paid', 'lastContactAt', 'lastBookedAt')

export type BookingSort = (typeof bookingSorts)[number]
export type DocumentSort = (typeof documentSorts)[number]
export type InvoiceSort = (typeof invoiceSorts)[number]
export type CustomerSort = (typeof customerSorts)[number]
