import {
  acceptBooking,
  arriveAtBooking,
  completeBooking,
  startBooking,
  startTravel,
} from '@fettle/protocol/bookings/actions'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { slotWarnings } from '@fettle/protocol/availability/availability'
import { fillPath } from '@fettle/protocol'
import { rateCustomerOfBooking } from '@fettle/protocol/reviews'
import { saveCustomerNotes } from '@fettle/protocol/workspace/customers'
import { createQuickReply } from '@fettle/protocol/workspace/quick-replies'
import { createTicket } from '@fettle/protocol/support/tickets'
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { callApi, createProvider, signIn } from '../support/accounts.ts'
import { newCustomer, serverOrigin } from '../support/marketplace.ts'

/** Texts that would run if a page, a mail or a document took them for markup. */
const payloads = [
  '<img src=x onerror=run()>',
  '<svg onload=run()>',
  '<script>run()</script>',
  '"><iframe srcdoc="<script>parent.run()</script>">',
  "'-run()-'",
  'javascript:run()',
  '[open](javascript:run())',
  '**<b onmouseover=run()>bold</b>** `</code><script>run()</script>`',
  '</title></textarea></style><script>run()</script>',
  'data:text/html,<script>run()</script>',
  '{{constructor.constructor("run()")()}} ${run()}',
]
const [image = '', svg = '', script = ''] = payloads
const template = payloads.at(-1) ?? ''
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Reports scripts that run, dialogs, and what the content security policy stops. */
async function watch(page: Page): Promise<string[]> {
  const reports: string[] = []
  await page.context().exposeFunction('report', (text: string) => reports.push(text))
  await page.context().addInitScript(() => {
    const { report } = globalThis as unknown as { report: (text: string) => void }
    Object.assign(globalThis, { run: () => report(`a script ran on ${location.pathname}`) })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      report(`${violatedDirective} stopped ${blockedURI} on ${location.pathname}`),
    )
  })
  page.on('dialog', (dialog) => {
    reports.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return reports
}

async function sendFile(request: APIRequestContext, channelId: string, customerId: string): Promise<void> {
  const response = await request.post(`${serverOrigin}/v2/marketplace/channels/${channelId}/files`, {
    headers: { authorization: 'Bearer mk_test_demo', 'idempotency-key': randomUUID() },
    multipart: {
      customerId,
      text: '',
      file: { name: `${image}.gif`, mimeType: 'text/html', buffer: Buffer.concat([GIF, Buffer.from(script)]) },
    },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

test('markup in names, texts, files, mails and documents never runs', async ({ page, request }) => {
  const reports = await watch(page)
  const person = await createProvider(request)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const callAsProvider = <Data>(call: { method: string; path: string }, id: string, data: object = {}) =>
    callApi<Data>(request, { method: call.method, path: fillPath(call.path, { id }) }, data, person.token)
  const partner = async <Data>(path: string, data: object) => {
    const headers = { authorization: 'Bearer mk_test_demo', 'idempotency-key': randomUUID() }
    const response = await request.post(`${serverOrigin}/v2/marketplace${path}`, { headers, data })
    expect(response.ok(), await response.text()).toBe(true)
    return ((await response.json()) as { data: Data }).data
  }

  const customer = await newCustomer(request, image)
  const { id: bookingId } = await customer.requestBooking({ providerId, title: svg, inHours: 0.4 })
  await customer.requestBooking({ providerId, title: script, inHours: 30 })
  const offerId = await customer.requestOffer({ providerId, title: script })
  for (const move of [acceptBooking, startTravel, arriveAtBooking, startBooking])
    await callAsProvider(move, bookingId, move === acceptBooking ? { acknowledge: slotWarnings } : {})
  await callAsProvider(completeBooking, bookingId, { summary: payloads.join(' ') })
  await partner(`/bookings/${bookingId}/confirm`, {})
  await partner('/reviews', { bookingId, rating: 4, comment: payloads.join(' ') })
  // Until then the review is sealed.
  await callAsProvider(rateCustomerOfBooking, bookingId, { rating: 4 })
  await callAsProvider(saveCustomerNotes, customer.id, { note: payloads.join('\n'), tags: [image] })
  await callApi(request, createQuickReply, { shortcut: 'scripts', text: payloads.join(' ') }, person.token)
  const ticket = { category: 'TECHNICAL', subject: svg, text: payloads.join(' ') }
  await callApi(request, createTicket, ticket, person.token)
  const { id: channelId, cid } = await partner<{ id: string; cid: string }>('/channels', {
    customerId: customer.id,
    providerId,
  })
  for (const text of payloads) await customer.sendMessage(channelId, text)
  await sendFile(request, channelId, customer.id)

  await signIn(page, person)
  const screens: [path: string, shown: string][] = [
    ['/', script],
    ['/bookings', script],
    [`/bookings/${bookingId}`, svg],
    ['/bookings?view=week', script],
    ['/customers', image],
    [`/customers/${customer.id}`, image],
    [`/messages?channel=${encodeURIComponent(cid)}`, template],
    ['/offers', script],
    [`/offers/${offerId}`, script],
    ['/notifications', script],
    ['/reviews', template],
    ['/support/tickets', svg],
  ]
  for (const [path, shown] of screens) {
    await page.goto(path)
    await expect(page.getByText(shown).filter({ visible: true }).first(), path).toBeVisible()
  }
  // Search results: a customer, a job and a message.
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  for (const [words, shown] of [
    ['onerror', image],
    ['onload', svg],
    ['constructor', template],
  ] as const) {
    await page.getByRole('combobox', { name: 'Search' }).fill(words)
    await expect(page.getByRole('option').filter({ hasText: shown }).first(), words).toBeVisible()
  }
  // The mails as the demo shows them, and the job as a document.
  await page.goto('/dev/outbox')
  await expect(page.getByText(person.email).first()).toBeVisible()
  const sheet = await request.get(`${serverOrigin}/v2/bookings/${bookingId}/job-sheet.pdf`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(sheet.headers()['content-type']).toContain('application/pdf')
  expect((await sheet.body()).toString('latin1')).not.toMatch(/\/JavaScript|\/JS\b|\/Launch|\/AA\b/)
  expect(reports).toEqual([])
})
