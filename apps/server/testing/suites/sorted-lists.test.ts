import type { Operation } from '@fettle/protocol'
import { listBookings } from '@fettle/protocol/bookings'
import { bookingSorts, customerSorts, documentSorts, invoiceSorts } from '@fettle/protocol/common/list-sorts'
import { listContracts } from '@fettle/protocol/contracts'
import { listInvoices } from '@fettle/protocol/invoices/invoices'
import { listOffers } from '@fettle/protocol/offers'
import { listCustomers } from '@fettle/protocol/workspace/customers'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestApp } from '../app/test-app.ts'
import { contractScenarioBetween } from '../fixtures/contract-scenario.ts'
import { bathroomOffer, offerScenarioBetween } from '../fixtures/offer-scenario.ts'
import { createCustomer, createProvider, requestBooking, type TestProvider } from '../fixtures/providers.ts'

const testApp = setUpTestApp()
let me: TestProvider

const people = ['Zainab Bello', 'Élodie Ngo', 'amaka Obi', 'Chidi Okafor', 'Bisi Ade']
const titles = ['Sink', 'évier', 'Boiler', 'tap', 'Drain']

beforeAll(async () => {
  me = await createProvider(testApp)
  for (const [index, name] of people.entries()) {
    const customer = await createCustomer(testApp, { name })
    const title = titles[index] ?? ''
    const startAt = new Date(testApp.clock.now().getTime() + (50 - index * 3) * 3_600_000).toISOString()
    const price = {
      model: 'FIXED' as const,
      amount: { amount: 100_000 * ((index * 2) % 5) + 100_000, currency: 'NGN' },
    }
    await requestBooking(testApp, { provider: me, customer, title, startAt, ...(index !== 2 && { price }) })
    const quotes = offerScenarioBetween(testApp, me, customer)
    const unitPrice = 450_000 + ((index * 3) % 5) * 10_000
    const lineItems = bathroomOffer.lineItems.map((line, at) => (at === 0 ? { ...line, unitPrice } : line))
    const { id } = await quotes.sent({ title, lineItems })
    // Each deposit is an invoice. One offer stays a request without a total.
    await (index === 4 ? quotes.requestOffer({ title }) : quotes.accept(id))
    const contracts = contractScenarioBetween(testApp, me, customer)
    await (index === 1 ? contracts.sent({ title }) : contracts.draft({ title }))
    testApp.clock.advance(61_000)
  }
  await testApp.deps.jobs.runDue()
})

/** Every row, read page by page. */
async function readAll<Row extends { id: string }>(
  operation: Operation,
  query: Record<string, unknown>,
): Promise<Row[]> {
  const seen: Row[] = []
  for (let cursor: string | undefined; ;) {
    const input = { query: { ...query, limit: 2, ...(cursor && { cursor }) } }
    const { body } = await testApp.send(operation, input, me)
    if (!body.success) throw new Error(body.message)
    seen.push(...(body.data as Row[]))
    cursor = (body.meta?.['nextCursor'] as string | null) ?? undefined
    if (!cursor) return seen
  }
}

/** The value a row is sorted by. Undefined where it is not in the row. */
const valueOf = (row: Record<string, never>, by: string): string | number | null | undefined => {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036F]/g, '')
      .toLowerCase()
  const { customer, title, name, price, total, due } = row as Record<string, never> & {
    customer?: { name: string }
    title?: string
    name?: string
    price?: { amount: { amount: number } | null } | null
    total?: { amount: number } | null
    due?: { amount: number }
  }
  switch (by) {
    case 'customer':
      return plain(customer?.name ?? '')
    case 'title':
      return plain(title ?? '')
    case 'name':
      return plain(name ?? '')
    case 'price':
      return price?.amount?.amount ?? -1
    case 'total':
      return total?.amount ?? -1
    case 'due':
      return due?.amount
    case 'startAt':
    case 'updatedAt':
    case 'createdAt':
    case 'lastBookedAt':
    case 'lastContactAt':
    case 'completed':
      return row[by]
    default:
      return undefined
  }
}

const lists: [string, Operation, readonly string[]][] = [
  ['bookings', listBookings, bookingSorts],
  ['offers', listOffers, documentSorts],
  ['contracts', listContracts, documentSorts],
  ['invoices', listInvoices, invoiceSorts],
  ['customers', listCustomers, customerSorts],
]

describe.each(lists)('the list of %s', (_name, operation, sorts) => {
  it('has every row once, in the order of each of its columns, both ways', async () => {
    const all = await readAll(operation, {})
    expect(all.length).toBeGreaterThanOrEqual(4)
    for (const sort of sorts) {
      const rows = await readAll<{ id: string } & Record<string, never>>(operation, { sort })
      const by = sort.replace('-', '')
      expect([sort, rows.map(({ id }) => id).toSorted()]).toEqual([sort, all.map(({ id }) => id).toSorted()])
      const values = rows.map((row) => valueOf(row, by))
      if (values.includes(undefined)) continue
      const ascending = values.toSorted((one, other) => ((one ?? 0) < (other ?? 0) ? -1 : one === other ? 0 : 1))
      expect([sort, values]).toEqual([sort, sort.startsWith('-') ? ascending.toReversed() : ascending])
    }
  })

  it('refuses another order, and a cursor that is none', async () => {
    for (const query of [{ sort: 'colour' }, { sort: sorts[2], cursor: 'nonsense' }]) {
      const { body } = await testApp.send(operation, { query }, me)
      expect(body).toMatchObject({ success: false, status: 422, code: 'VALIDATION_FAILED' })
    }
  })
})

it('sorts what a search found, and what has certain statuses', async () => {
  const titled = async (operation: Operation, query: object) =>
    (await readAll<{ id: string; title: string }>(operation, { ...query })).map(({ title }) => title)
  expect(await titled(listBookings, { sort: 'title', status: 'REQUESTED' })).toEqual([
    'Boiler',
    'Drain',
    'évier',
    'Sink',
    'tap',
  ])
  expect(await titled(listBookings, { sort: '-customer', q: 'obi' })).toEqual(['Boiler'])
  expect(await titled(listOffers, { sort: 'title', status: 'ACCEPTED' })).toEqual(['Boiler', 'évier', 'Sink', 'tap'])
  expect(await titled(listContracts, { sort: '-title', status: 'DRAFT' })).toEqual(['tap', 'Sink', 'Drain', 'Boiler'])
  // Contracts that both still have to sign come before those nobody has to.
  expect((await titled(listContracts, { sort: 'deadline' }))[0]).toBe('évier')
})
