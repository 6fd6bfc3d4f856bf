import type { ChannelPreference, Novu, Preference } from '@novu/js'
import { beforeEach, describe, expect, it } from 'vitest'
import { waitForLocks } from '../../../testing/app/wait-for-locks.ts'
import { sql } from '../../platform/db/db.ts'
import { setUpTestInbox, workflows } from '../../../testing/app/test-inbox.ts'

const testInbox = setUpTestInbox()
let novu: Novu
let subscriber: string
let visit = 0

beforeEach(() => {
  subscriber = `chooser-${(visit += 1)}`
  novu = testInbox.client(subscriber, { useCache: false })
})

const list = async (filter = {}) => (await novu.preferences.list(filter)).data ?? []
/** The client's general entry, through which the general preference is changed. */
const general = async () => (await list())[0] as Preference
const channelsOf = (preferences: Preference[], workflow: string) =>
  preferences.find((item) => item.workflow?.identifier === workflow)?.channels
const names = (preferences: Preference[]) => preferences.map((item) => item.workflow?.identifier ?? item.level)
const statusOf = (result: { error?: unknown }) =>
  (result.error as { originalError?: { status?: number } } | undefined)?.originalError?.status

describe('preferences', () => {
  it('start with the general entry and list the channels of each workflow except critical ones', async () => {
    const preferences = await list()
    expect(names(preferences)).toEqual(['global', 'comment-added', 'job-offered'])
    expect(preferences[0]?.channels).toEqual({ email: true, sms: true, in_app: true, chat: true, push: true })
    expect(channelsOf(preferences, 'comment-added')).toEqual({ in_app: true, email: false })
  })

  it('are filtered by tag, severity and criticality; the general entry stays', async () => {
    expect(names(await list({ tags: ['work'] }))).toEqual(['global', 'job-offered'])
    expect(names(await list({ tags: ['none'] }))).toEqual(['global'])
    expect(names(await list({ severity: 'low' }))).toEqual(['global', 'comment-added'])
    expect(names(await list({ severity: ['low', 'high'], criticality: 'all' }))).toEqual([
      'global',
      'comment-added',
      'job-offered',
      'password-changed',
    ])
    expect(names(await list({ criticality: 'critical' }))).toEqual(['global', 'password-changed'])
  })

  it('of one workflow change one channel of that workflow only', async () => {
    const { data } = await novu.preferences.update({ workflowId: 'job-offered', channels: { email: false } })
    expect(data?.channels).toEqual({ in_app: true, email: false, push: true })
    await novu.preferences.update({ workflowId: 'job-offered', channels: { push: false } })
    expect(channelsOf(await list(), 'job-offered')).toEqual({ in_app: true, email: false, push: false })
    expect(channelsOf(await list(), 'comment-added')).toEqual({ in_app: true, email: false })
  })

  it('changed in general override those of single workflows', async () => {
    await novu.preferences.update({ workflowId: 'comment-added', channels: { email: true, in_app: false } })
    const { data } = await (await general()).update({ channels: { email: false } })
    expect(data).toMatchObject({ level: 'global', channels: { email: false, push: true } })
    expect(channelsOf(await list(), 'comment-added')).toEqual({ in_app: false, email: false })
    await (await general()).update({ channels: { push: false } })
    expect((await list())[0]?.channels).toMatchObject({ email: false, push: false, sms: true })
  })

  it("have a desktop channel beside Novu's, which clients pass through", async () => {
    testInbox.inbox.declare([
      { ...workflows[1]!, identifier: 'job-moved', channels: { in_app: true, push: true, desktop: true } },
    ])
    const channels = { desktop: false } as ChannelPreference
    const { data } = await novu.preferences.bulkUpdate([{ workflowId: 'job-moved', channels }])
    expect(data?.[0]?.channels).toEqual({ in_app: true, push: true, desktop: false })
    await novu.preferences.update({ workflowId: 'job-moved', channels: { push: false } })
    expect(channelsOf(await list(), 'job-moved')).toEqual({ in_app: true, push: false, desktop: false })
    // A general change applies to the kinds that have the channel, and is stored in the general entry.
    await (await general()).update({ channels: { desktop: true } as ChannelPreference })
    const chosen = await list()
    expect(chosen[0]?.channels).toMatchObject({ desktop: true })
    expect(channelsOf(chosen, 'job-moved')).toMatchObject({ desktop: true })
    expect(channelsOf(chosen, 'comment-added')).toEqual({ in_app: true, email: false })
  })

  it('keep fixed channels on', async () => {
    const { data } = await novu.preferences.update({ workflowId: 'job-offered', channels: { in_app: false } })
    expect(data?.channels.in_app).toBe(true)
  })

  it('are changed in bulk, several to one workflow merged', async () => {
    const { data } = await novu.preferences.bulkUpdate([
      { workflowId: 'comment-added', channels: { email: true } },
      { workflowId: 'job-offered', channels: { push: false } },
      { workflowId: 'comment-added', channels: { in_app: false } },
    ])
    expect(data?.map((item) => [item.workflow?.identifier, item.channels])).toEqual([
      ['comment-added', { in_app: false, email: true }],
      ['job-offered', { in_app: true, email: true, push: false }],
    ])
  })

  it('refuse unknown, critical and malformed workflows, and bulk changes of nothing or too much', async () => {
    const channels = { email: false }
    expect(statusOf(await novu.preferences.update({ workflowId: 'unknown', channels }))).toBe(404)
    expect(statusOf(await novu.preferences.update({ workflowId: 'password-changed', channels }))).toBe(400)
    expect(statusOf(await novu.preferences.update({ workflowId: 'not%20one', channels }))).toBe(400)
    expect(statusOf(await novu.preferences.bulkUpdate([]))).toBe(400)
    expect(
      statusOf(
        await novu.preferences.bulkUpdate([
          { workflowId: 'job-offered', channels },
          { workflowId: 'unknown', channels },
        ]),
      ),
    ).toBe(404)
    const many = Array.from({ length: 101 }, () => ({ workflowId: 'job-offered', channels }))
    expect(statusOf(await novu.preferences.bulkUpdate(many))).toBe(422)
    expect(channelsOf(await list(), 'job-offered')).toMatchObject({ email: true })
  })

  it('decide whether a notification is stored, unless its workflow is critical', async () => {
    await novu.preferences.update({ workflowId: 'comment-added', channels: { in_app: false } })
    await (await general()).update({ channels: { in_app: false } })
    const ids = await testInbox.notify(
      subscriber,
      { workflow: 'comment-added' },
      { workflow: 'job-offered' },
      { workflow: 'password-changed' },
      'No workflow',
    )
    expect(ids).toHaveLength(3)
    const { data } = await novu.notifications.list()
    expect(data?.notifications.map((item) => item.workflow?.identifier)).toEqual([
      undefined,
      'password-changed',
      'job-offered',
    ])
  })
})

describe('a schedule', () => {
  const weeklySchedule = {
    monday: {
      isEnabled: true,
      hours: [
        { start: '08:00 AM', end: '12:00 PM' },
        { start: '1:00 PM', end: '6:30 PM' },
      ],
    },
  }

  it('is stored with the general entry and can be switched without losing its hours', async () => {
    await novu.preferences.schedule.update({ isEnabled: true, weeklySchedule })
    expect((await novu.preferences.schedule.get()).data).toMatchObject({ isEnabled: true, weeklySchedule })
    await novu.preferences.schedule.update({ isEnabled: false })
    expect((await list())[0]?.schedule).toEqual({ isEnabled: false, weeklySchedule })
  })

  it('keeps both of two changes made at the same time', async () => {
    await novu.preferences.schedule.update({ isEnabled: true, weeklySchedule })
    const tuesday = { tuesday: weeklySchedule.monday }
    const { db } = testInbox.deps
    const changes = await db.transaction(async (tx) => {
      await tx.execute(sql`select from inbox.preferences where subscriber_id = ${subscriber} for update`)
      const started = [
        novu.preferences.schedule.update({ isEnabled: false }),
        testInbox.client(subscriber).preferences.schedule.update({ weeklySchedule: tuesday }),
      ]
      await waitForLocks({ db }, 2)
      return { started }
    })
    await Promise.all(changes.started)
    expect((await list())[0]?.schedule).toEqual({ isEnabled: false, weeklySchedule: tuesday })
  })

  it('that is switched on without hours has the usual ones', async () => {
    await novu.preferences.schedule.update({ isEnabled: true })
    expect((await novu.preferences.schedule.get()).data).toMatchObject({ isEnabled: true })
    const from = await testInbox.inbox.deliverableFrom(subscriber, 'job-offered', 'email', 'Africa/Lagos')
    expect(from).toEqual(testInbox.clock.now())
  })

  it.each([
    { isEnabled: true, weeklySchedule: {} },
    { isEnabled: true, weeklySchedule: { someday: { isEnabled: true } } },
    { isEnabled: true, weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '13:00', end: '14:00' }] } } },
    { isEnabled: 'yes' },
  ])('that is invalid is refused: %j', async (schedule) => {
    expect(statusOf(await novu.preferences.schedule.update(schedule as never))).toBe(422)
  })
})
