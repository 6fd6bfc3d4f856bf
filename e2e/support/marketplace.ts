import { randomUUID } from 'node:crypto'
import { consentTextVersionOf } from '@fettle/protocol/contracts/consent-texts'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { colours, findViolations, finishColourTransitions, standards } from './axe.ts'

/** Address of the server itself, not of the browser's proxy. */
export const serverOrigin = `http://localhost:${process.env.E2E_PORT ?? 4390}`

const KEY = 'mk_test_demo'

interface Envelope<Data> {
  success: boolean
  data: Data
}

/** Makes a call to the marketplace API that must succeed. */
async function callMarketplace<Data>(
  request: APIRequestContext,
  method: string,
  path: string,
  data?: object,
): Promise<Data> {
  const response = await request.fetch(`${serverOrigin}/v2/marketplace${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'idempotency-key': randomUUID() },
    ...(data ? { data } : {}),
  })
  const body = (await response.json()) as Envelope<Data>
  expect(body.success, `${method} ${path} → ${JSON.stringify(body)}`).toBe(true)
  return body.data
}

/** A customer, played through the marketplace. */
export interface TestCustomer {
  id: string
  name: string
  /** Without hours, the booking is unscheduled. */
  requestBooking(job: {
    providerId: string
    title: string
    inHours?: number
  }): Promise<{ id: string; reference: string }>
  /** The same job every week at three in the afternoon. */
  requestSeries(job: {
    providerId: string
    title: string
    count: number
  }): Promise<{ id: string; headBookingId: string }>
  booking(id: string): Promise<{ status: string; startCode: string | null; timeline: { event: string }[] }>
  /** Contests a cancellation. */
  contestCancellation(id: string, note: string): Promise<void>
  /** Requests a quote and returns the id of its offer. */
  requestOffer(job: { providerId: string; title: string }): Promise<string>
  offer(id: string): Promise<{ status: string; viewCount: number }>
  viewOffer(offerId: string): Promise<void>
  /** Accepts the current revision with this proposed slot. */
  acceptOffer(offerId: string, slotIndex?: number): Promise<void>
  contract(id: string): Promise<{ status: string; milestones: { id: string; status: string }[] }>
  /** Reads the contract to its end and signs it. */
  signContract(contractId: string): Promise<void>
  approveMilestone(contractId: string, milestoneId: string): Promise<void>
  sendMessage(channelId: string, text: string): Promise<void>
  readMessages(channelId: string): Promise<string[]>
}

export async function newCustomer(request: APIRequestContext, name: string): Promise<TestCustomer> {
  const externalId = randomUUID()
  const { id } = await callMarketplace<{ id: string }>(request, 'PUT', `/customers/${externalId}`, {
    name,
    timeZone: 'Africa/Lagos',
  })
  return {
    id,
    name,
    requestBooking: ({ providerId, title, inHours }) =>
      callMarketplace(request, 'POST', '/bookings', {
        customerId: id,
        providerId,
        title,
        description: 'It drips since yesterday. The valve is under the sink.',
        ...(inHours === undefined
          ? { schedulingMode: 'UNSCHEDULED' }
          : { startAt: new Date(Math.ceil((Date.now() + inHours * 3_600_000) / 1_800_000) * 1_800_000).toISOString() }),
        durationMinutes: 90,
        location: { line1: '4 Broad Street', city: 'Lagos', state: 'Lagos', country: 'NG' },
        price: { model: 'FIXED', amount: { amount: 2_500_000, currency: 'NGN' } },
      }),
    requestSeries: ({ providerId, title, count }) =>
      callMarketplace(request, 'POST', '/booking-series', {
        customerId: id,
        providerId,
        title,
        rule: { freq: 'WEEKLY', count },
        startsOn: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
        localStart: '15:00',
        durationMinutes: 30,
        timeZone: 'Africa/Lagos',
        conflictPolicy: 'SKIP',
        location: { line1: '4 Broad Street', city: 'Lagos', state: 'Lagos', country: 'NG' },
        price: { model: 'FIXED', amount: { amount: 900_000, currency: 'NGN' } },
      }),
    booking: (bookingId) => callMarketplace(request, 'GET', `/bookings/${bookingId}`),
    async contestCancellation(bookingId, note) {
      await callMarketplace(request, 'POST', `/bookings/${bookingId}/contest-cancellation`, { note })
    },
    async requestOffer({ providerId, title }) {
      const { offers } = await callMarketplace<{ offers: { id: string }[] }>(request, 'POST', '/offer-requests', {
        customerId: id,
        providerIds: [providerId],
        title,
        description: 'Everything out and new. The tenant moves in at the end of next month.',
        location: { line1: '4 Broad Street', city: 'Lagos', state: 'Lagos', country: 'NG' },
        budgetMax: { amount: 50_000_000, currency: 'NGN' },
      })
      return offers[0]?.id ?? ''
    },
    offer: (offerId) => callMarketplace(request, 'GET', `/offers/${offerId}`),
    async viewOffer(offerId) {
      await callMarketplace(request, 'POST', `/offers/${offerId}/view`, {})
    },
    async acceptOffer(offerId, slotIndex) {
      const { currentRevision } = await callMarketplace<{
        currentRevision: { revisionNumber: number; contentHash: string }
      }>(request, 'GET', `/offers/${offerId}`)
      await callMarketplace(request, 'POST', `/offers/${offerId}/accept`, {
        revisionNumber: currentRevision.revisionNumber,
        contentHash: currentRevision.contentHash,
        ...(slotIndex !== undefined && { slotIndex }),
        signerName: name,
        onBehalf: { ip: '203.0.113.9', userAgent: 'Chrome on Android', timeZone: 'Africa/Lagos' },
      })
    },
    contract: (contractId) => callMarketplace(request, 'GET', `/contracts/${contractId}`),
    async signContract(contractId) {
      const { contentHash, signAs } = await callMarketplace<{ contentHash: string; signAs: string }>(
        request,
        'GET',
        `/contracts/${contractId}`,
      )
      await callMarketplace(request, 'POST', `/contracts/${contractId}/view`, { contentHash, toEnd: true })
      await callMarketplace(request, 'POST', `/contracts/${contractId}/sign`, {
        signature: {
          contentHash,
          method: 'TYPED',
          legalName: signAs,
          consents: { electronicRecords: true, readAndAgree: true },
          consentTextVersion: consentTextVersionOf.CONTRACT,
        },
        onBehalf: {
          ip: '203.0.113.9',
          userAgent: 'Chrome on Android',
          timeZone: 'Africa/Lagos',
          authMethod: 'OTP',
          authenticatedAt: new Date().toISOString(),
        },
      })
    },
    async approveMilestone(contractId, milestoneId) {
      await callMarketplace(request, 'POST', `/contracts/${contractId}/milestones/${milestoneId}/approve`, {})
    },
    async sendMessage(channelId, text) {
      await callMarketplace(request, 'POST', `/channels/${channelId}/messages`, { customerId: id, text })
    },
    async readMessages(channelId) {
      const messages = await callMarketplace<{ authorId: string | null; text: string }[]>(
        request,
        'GET',
        `/channels/${channelId}/messages`,
      )
      // System messages have no author.
      return messages.filter(({ authorId }) => authorId !== null && authorId !== id).map(({ text }) => text)
    },
  }
}

/** Latest verification code sent to an address. */
export async function codeFor(request: APIRequestContext, email: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const response = await request.get(`${serverOrigin}/dev/outbox.json?to=${encodeURIComponent(email)}`)
    const messages = (await response.json()) as { code?: string }[]
    code = messages.find((message) => message.code)?.code
    expect(code).toBeTruthy()
  }).toPass()
  return code ?? ''
}

/**
 * Checks that axe finds nothing serious or critical in light and dark. The layout suite checks every screen and sheet;
 * a story checks the states it brings about: errors, conflicts, questions, unsent changes.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await finishColourTransitions(page)
    // In dark only colours differ.
    const violations = await findViolations(page, colorScheme === 'dark' ? colours : standards)
    expect(
      violations.map(([rule, html]) => `${rule}: ${html}`),
      `${new URL(page.url()).pathname} in ${colorScheme}`,
    ).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
