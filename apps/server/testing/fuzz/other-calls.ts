import { finishGoogle, register, resendVerification, startGoogle } from '@fettle/protocol/accounts/auth'
import { addExternalCalendar, refreshExternalCalendar } from '@fettle/protocol/availability/calendars'
import { createCalendarLink } from '@fettle/protocol/availability/calendar'
import { previewSeriesAnswer } from '@fettle/protocol/bookings/series-answers'
import { verifyContract } from '@fettle/protocol/contracts/checks'
import { getDisputeTerms } from '@fettle/protocol/disputes'
import { createMarketplaceSeries } from '@fettle/protocol/marketplace/series'
import { devNotify, subscribeToPush, unsubscribeFromPush } from '@fettle/protocol/notifications/notifications'
import { getReview } from '@fettle/protocol/reviews'
import * as simulator from '@fettle/protocol/simulator'
import { getFaq, listFaqs } from '@fettle/protocol/support/support'
import { listKpiItems } from '@fettle/protocol/workspace/dashboard'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp } from '../app/test-app.ts'
import { startFakePushService } from '../fakes/push-service.ts'
import { registrationForm } from '../fixtures/accounts.ts'
import { createDisputeScenario } from '../fixtures/dispute-scenario.ts'
import { createCustomer, createProvider, marketplace } from '../fixtures/providers.ts'
import { reviewedBooking } from '../suites/replay/marketplace/operator.ts'

/** Calls that no replay suite prepares: reads with values from other answers, and calls that need another system. */
export async function recordOtherCalls(testApp: TestApp): Promise<void> {
  const me = await createProvider(testApp)
  await signInWithGoogle(testApp)
  const { verificationToken } = await testApp.call(register, { body: registrationForm() })
  testApp.clock.advance(120_000)
  await testApp.call(resendVerification, { body: { verificationToken, role: 'PROVIDER' } })

  const { url } = await testApp.call(createCalendarLink, { body: {} }, me)
  const { pathname, search } = new URL(url ?? '')
  await fetch(testApp.url + pathname + search)
  const calendars = await startCalendarServer()
  const { id } = await testApp.call(addExternalCalendar, { body: { name: 'Mine', url: calendars.url } }, me)
  await testApp.call(refreshExternalCalendar, { params: { id }, body: {} }, me)
  calendars.stop()

  const vendor = await startFakePushService()
  const { subscription } = vendor.browser()
  await testApp.call(subscribeToPush, { body: subscription }, me)
  await testApp.call(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } }, me)
  await vendor.close()
  const sample = { subject: 'Hello', body: 'A sample.', tags: ['a'], severity: 'low' as const }
  await testApp.call(devNotify, { body: { subscriberId: 'usr_sample', notifications: [sample] } })

  await testApp.call(verifyContract, { body: { hash: 'a'.repeat(64) } })
  await testApp.call(listKpiItems, { params: { key: 'earnings' }, query: { range: '30d' } }, me)
  const [article] = await testApp.call(listFaqs, { query: {} }, me)
  await testApp.call(getFaq, { params: { slug: article?.slug ?? '' }, query: {} }, me)

  const disputed = await createDisputeScenario(testApp)
  await testApp.call(getDisputeTerms, { query: disputed.subject }, disputed.provider)
  const reviewed = await reviewedBooking(testApp)
  await testApp.call(getReview, reviewed.about, reviewed.provider)
  await previewSeries(testApp)
  await controlSimulator(testApp)
}

/** Signs in at the demo's identity provider like a browser. */
async function signInWithGoogle(testApp: TestApp): Promise<void> {
  const redirectUri = `${testApp.deps.config.origin}/login`
  const { headers, body } = await testApp.send(startGoogle, { body: { redirectUri } })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { pathname, searchParams } = new URL(body.success ? body.data.url : '')
  searchParams.set('login_hint', 'gina.adeyemi@gmail.test')
  const answer = await fetch(`${testApp.url}${pathname}?${searchParams.toString()}`, { redirect: 'manual' })
  const returned = new URL(answer.headers.get('location') ?? '').searchParams
  const callback = { code: returned.get('code') ?? '', state: returned.get('state') ?? '' }
  await testApp.call(finishGoogle, { body: { redirectUri, role: 'PROVIDER', ...callback } }, { headers: { cookie } })
}

/** A calendar of somebody else's server. */
async function startCalendarServer() {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Elsewhere//EN', 'END:VCALENDAR', '']
  const server = createServer((_request, response) => response.end(lines.join('\r\n')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/basic.ics`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function previewSeries(testApp: TestApp): Promise<void> {
  const [provider, customer] = [await createProvider(testApp), await createCustomer(testApp)]
  const body = {
    providerId: provider.id,
    customerId: customer.id,
    title: 'Clean the gutters',
    location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
    rule: { freq: 'WEEKLY' as const, count: 10 },
    startsOn: new Date(testApp.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10),
    localStart: '09:00',
    durationMinutes: 60,
    timeZone: 'Africa/Lagos',
    conflictPolicy: 'FAIL' as const,
  }
  const { id } = await testApp.call(createMarketplaceSeries, { body }, marketplace)
  await testApp.call(previewSeriesAnswer, { params: { id } }, provider)
}

/** A simulator that asks for commands counts as present. */
async function controlSimulator(testApp: TestApp): Promise<void> {
  const { id: providerId } = await createProvider(testApp)
  await testApp.call(simulator.listSimulatorCommands, { query: { after: 0, wait: 0 } }, marketplace)
  await testApp.call(simulator.seedSimulator, { body: { seed: 'Accra', customers: 2 } }, marketplace)
  await testApp.call(simulator.startSimulator, { body: { speed: 1 } }, marketplace)
  await testApp.call(simulator.stepSimulator, { body: {} }, marketplace)
  await testApp.call(simulator.runScenario, { params: { name: 'RIVALS' }, body: { providerId } }, marketplace)
  await testApp.call(simulator.stopSimulator, { body: {} }, marketplace)
  await testApp.call(simulator.resetSimulator, { body: {} }, marketplace)
  await testApp.call(simulator.getSimulatorStatus, {}, marketplace)
  const report = { playing: false, seed: 'Accra', speed: 1, scenarios: [], stories: [], recentActions: [] }
  await testApp.call(simulator.putSimulatorReport, { body: report }, marketplace)
}
