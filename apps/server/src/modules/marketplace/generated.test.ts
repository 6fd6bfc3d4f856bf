import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generate } from 'openapi-typescript-codegen'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceBookingTo } from '../../../testing/fixtures/booking-scenario.ts'
import { createProvider, marketplace, actingCustomer, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { rootDir } from '../../platform/config.ts'

/** A client generated from our OpenAPI description: functions by operation name. */
type Client = Record<string, Record<string, (...args: unknown[]) => Promise<Answer>>>
interface Answer {
  success: boolean
  data: Record<string, unknown> & Record<string, unknown>[]
}

const testApp = setUpTestApp()
let provider: TestProvider
let folder: string
beforeAll(async () => {
  provider = await createProvider(testApp)
  folder = mkdtempSync(join(rootDir, 'apps/server/.generated-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let client: Promise<Client> | undefined
const generateClient = () => (client ??= generateFresh())

async function generateFresh(): Promise<Client> {
  const document = (await (await fetch(`${testApp.url}/v2/openapi.json`)).json()) as { paths: Record<string, unknown> }
  const own = Object.entries(document.paths).filter(([path]) => path.startsWith('/v2/marketplace/'))
  await generate({
    input: { ...document, paths: Object.fromEntries(own) },
    output: folder,
    httpClient: 'fetch',
    useUnionTypes: true,
    useOptions: true,
  })
  return (await import(pathToFileURL(join(folder, 'index.ts')).href)) as Client
}

let calls = 0
/** Headers of every partner write. */
const idempotencyKey = () => `generated ${(calls += 1)}`

describe('a client generated from the OpenAPI description', () => {
  it('requests, completes, confirms, pays and reads events', async () => {
    const client = await generateClient()
    Object.assign(client['OpenAPI'] ?? {}, { BASE: testApp.url, TOKEN: marketplace.token })
    const call = async (service: string, name: string, options: object) => {
      const method = client[`Marketplace${service}Service`]?.[`marketplace${service}${name}`]
      if (!method) throw new Error(`The client has no ${service}.${name}`)
      const { success, data } = await method({ idempotencyKey: idempotencyKey(), ...options })
      expect(success).toBe(true)
      return data
    }
    const customer = await call('Customers', 'Put', {
      id: 'shop-42',
      requestBody: { name: 'Chidi Okafor', phone: '+2348031234567' },
    })
    const [found] = await call('Providers', 'List', { service: 'PLUMBING' })
    expect(found).toMatchObject({ id: provider.id })
    const booking = await call('Bookings', 'Create', {
      requestBody: {
        customerId: customer.id,
        providerId: found?.['id'],
        title: 'Kitchen tap drips',
        startAt: new Date(testApp.clock.now().getTime() + 86_400_000).toISOString(),
        durationMinutes: 90,
        location: { line1: '12 Marina Road', city: 'Lagos', country: 'NG' },
        price: { model: 'FIXED', amount: { amount: 1_500_000, currency: 'NGN' } },
      },
    })
    expect(booking).toMatchObject({ status: 'REQUESTED' })
    const id = String(booking.id)
    await advanceBookingTo(testApp, provider, id, 'AWAITING_CONFIRMATION')
    expect(await call('Bookings', 'Confirm', { id, requestBody: {} })).toMatchObject({ status: 'COMPLETED' })
    await testApp.deps.jobs.runDue()
    const [invoice] = await call('Invoices', 'List', { customerId: customer.id })
    const payment = await call('Payments', 'Record', {
      requestBody: { invoiceId: invoice?.['id'], amount: 1_500_000 },
    })
    expect(payment).toMatchObject({ status: 'CONFIRMED' })
    expect(await call('Invoices', 'Get', { id: invoice?.['id'] })).toMatchObject({ status: 'PAID' })
    const events = await call('Events', 'List', {
      types: 'booking.confirmed_by_customer,payment.recorded,invoice.paid',
    })
    expect(events).toMatchObject([
      { type: 'booking.confirmed_by_customer', data: { object: { id, status: 'COMPLETED' } } },
      {
        type: 'payment.recorded',
        data: { object: { id: payment.id }, parent: { id: invoice?.['id'], status: 'PAID' } },
      },
      { type: 'invoice.paid', data: { object: { id: invoice?.['id'] }, parent: { id } } },
    ])
  })

  it('receives errors in the documented shape', async () => {
    const client = await generateClient()
    const { marketplaceBookingsAccept: accept } = client['MarketplaceBookingsService'] ?? {}
    const nobody = {
      id: `bkg_${'0'.repeat(26)}`,
      idempotencyKey: idempotencyKey(),
      requestBody: { onBehalf: actingCustomer },
    }
    await expect(accept?.(nobody)).rejects.toMatchObject({ status: 404, body: { success: false, code: 'NOT_FOUND' } })
  })
})
