import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestApp } from '../../testing/app/test-app.ts'
import { sql } from '../platform/db/db.ts'
import { audit } from './audit.ts'
import { deliveries } from './deliveries.ts'
import { keys } from './keys.ts'
import type { CliCommand } from './usage.ts'

const testApp = setUpTestApp({ config: { sms: { url: 'http://127.0.0.1:1/', token: undefined, from: undefined } } })
beforeAll(async () => {
  await keys(depsOf(), ['create', '--name', 'Shop', '--scopes', 'all'])
})

const depsOf = () => ({ db: testApp.db, clock: testApp.clock, ids: testApp.deps.ids })
type Deps = ReturnType<typeof depsOf>

const entries = async () =>
  testApp.db.query<{ type: string; name: string }>(
    sql`select type, actor_name as name from events where actor_type = 'OPERATOR' order by seq`,
  )

/** A delivery that has failed. */
async function failedDelivery(): Promise<string> {
  const message = { channel: 'SMS' as const, to: '+2348010000001', subject: 'Hello', text: 'Hello' }
  await testApp.db.transaction((tx) => testApp.deps.outbox.send(tx, message))
  await testApp.deps.jobs.runDue().catch(() => undefined)
  const [found] = await testApp.db.query<{ id: string }>(
    sql`select id::text from graphile_worker.jobs where attempts > 0 order by id desc limit 1`,
  )
  return found?.id ?? ''
}

/** Every command that changes something, with its arguments and its entry. */
const changes: [CliCommand<Deps>, string[], (() => Promise<string>) | undefined, string][] = [
  [keys, ['create', '--name', 'Other', '--scopes', 'bookings'], undefined, 'api_key.created'],
  [keys, ['rotate', 'Shop'], undefined, 'api_key.rotated'],
  [keys, ['revoke', 'Shop'], undefined, 'api_key.revoked'],
  [deliveries, ['replay'], failedDelivery, 'deliveries.replayed'],
  [deliveries, ['replay', '--given-up'], undefined, 'deliveries.replayed'],
  [deliveries, ['discard'], failedDelivery, 'deliveries.discarded'],
]

describe('a change on the command line', () => {
  it.each(changes.map((change) => [`${change[3]}: ${change[1].join(' ')}`, change] as const))(
    'is in the audit trail: %s',
    async (_, [command, args, prepare, type]) => {
      const more = prepare ? [await prepare()] : []
      const before = await entries()
      await command(depsOf(), [...args, ...more])
      const [entry, ...others] = (await entries()).slice(before.length)
      expect(entry).toEqual({ type, name: expect.stringMatching(/^\w+ \(command line\)$/) })
      expect(others).toEqual([])
    },
  )

  it('that fails leaves neither a change nor an entry', async () => {
    const before = await entries()
    await expect(keys(depsOf(), ['rotate', 'nobody'])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(deliveries(depsOf(), ['discard', '999999'])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await entries()).toEqual(before)
  })

  it('is listed, newest first', async () => {
    const [head, newest] = (await audit(depsOf(), ['list'])).split('\n')
    expect(head).toMatch(/^ID +AT +WHO +WHAT +OF/)
    expect(newest).toContain('deliveries.discarded')
    const [id = ''] = newest?.split(' ') ?? []
    expect(await audit(depsOf(), ['list', '--before', id])).not.toContain('deliveries.discarded')
    await expect(audit(depsOf(), ['list', '--after'])).rejects.toThrow("Unknown option '--after'")
    await expect(audit(depsOf(), [])).rejects.toThrow('Missing action')
  })

  it('is in the audit trail by number where the user has no name', async () => {
    const withName = os.userInfo
    os.userInfo = () => {
      throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
    }
    syncBuiltinESMExports()
    try {
      await keys(depsOf(), ['create', '--name', 'Unnamed', '--scopes', 'bookings'])
    } finally {
      os.userInfo = withName
      syncBuiltinESMExports()
    }
    expect((await entries()).at(-1)?.name).toMatch(/^user \d+ \(command line\)$/)
  })
})
