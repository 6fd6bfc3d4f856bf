import { sendInvites } from '@fettle/protocol/accounts/referrals'
import { expect, it } from 'vitest'
import { createProvider } from '../../server/testing/fixtures/providers.ts'
import { setUpTestApp, startTestApp } from '../../server/testing/app/test-app.ts'
import { inviteesOf } from '../src/history/history-weeks.ts'

const testApp = setUpTestApp()

it('lets Ada invite people where no text messages are sent', async () => {
  const ada = await createProvider(testApp)
  const production = await startTestApp({ sharesDatabaseWith: testApp, config: { production: true, outbox: false } })
  try {
    const destinations = inviteesOf(production.deps.config)
    const { invites } = await production.call(sendInvites, { body: { destinations } }, ada)
    expect(invites).toHaveLength(destinations.length)
  } finally {
    await production.close()
  }
  expect(inviteesOf(testApp.deps.config)).toContain('+2348039900112')
})
