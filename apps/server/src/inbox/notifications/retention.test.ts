import { DAY_MS } from '@fettle/protocol/core/durations'
import { beforeAll, expect, it } from 'vitest'
import { setUpTestInbox } from '../../../testing/app/test-inbox.ts'

const testInbox = setUpTestInbox()
beforeAll(async () => {
  await testInbox.deps.jobs.start()
})

async function daysPass(days: number): Promise<void> {
  testInbox.clock.advance(days * DAY_MS)
  await testInbox.deps.jobs.runDue()
}

/** Signs in for each reading, because no session lives for two years. */
async function bodies(filter: { snoozed?: boolean } = {}): Promise<string[]> {
  const { data } = await testInbox.client('ada').notifications.list({ ...filter, useCache: false })
  return data?.notifications.map(({ body }) => body) ?? []
}

it('keeps a notification for two years, and a snoozed one after its return', async () => {
  const [, later = ''] = await testInbox.notify('ada', 'old', 'later')
  await daysPass(729)
  expect(await bodies()).toEqual(['later', 'old'])
  const snoozeUntil = new Date(testInbox.clock.now().getTime() + 10 * DAY_MS).toISOString()
  await testInbox.client('ada').notifications.snooze({ notificationId: later, snoozeUntil })
  await daysPass(3)
  expect(await bodies({ snoozed: true })).toEqual(['later'])
  expect(await bodies({ snoozed: false })).toEqual([])
  await daysPass(8)
  expect(await bodies()).toEqual(['later'])
})
