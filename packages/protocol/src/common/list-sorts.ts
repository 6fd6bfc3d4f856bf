/** What lists can be sorted by; with a minus, the last or largest first. Without schemas, so that screens can use them. */

type Both<Name extends string> = Name | `-${Name}`

const bothWays = <const Names extends readonly string[]>(...names: Names) =>
  names.flatMap((name) => [name, `-${name}`]) as [Both<Names[number]>, ...Both<Names[number]>[]]

export const bookingSorts = bothWays('startAt', 'title', 'customer', 'price', 'respondBy')
/**
 * Offers and contracts. `deadline`: until when the provider answers a request, the customer an offer, or both sign a
 * contract.
 */
export const documentSorts = bothWays('updatedAt', 'title', 'customer', 'total', 'deadline')
export const invoiceSorts = bothWays('createdAt', 'customer', 'dueAt', 'due', 'total')
export const customerSorts = bothWays('name', 'city', 'completed', 'paid', 'lastContactAt', 'lastBookedAt')

export type BookingSort = (typeof bookingSorts)[number]
export type DocumentSort = (typeof documentSorts)[number]
export type InvoiceSort = (typeof invoiceSorts)[number]
export type CustomerSort = (typeof customerSorts)[number]
