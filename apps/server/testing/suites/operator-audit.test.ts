import { expect, it } from 'vitest'
import { sql } from '../../src/platform/db/db.ts'
import { setUpTestApp } from '../app/test-app.ts'
import { marketplace } from '../fixtures/providers.ts'
import { operatorReplayCases } from './replay/marketplace/operator.ts'

/** Each write of an operator leaves an entry with the operator as its actor, in the transaction of the change. */

const testApp = setUpTestApp()

const entries = async () =>
  (await testApp.db.one<{ n: number }>(sql`select count(*) as n from events where actor_type = 'OPERATOR'`)).n

const writes = operatorReplayCases.filter(
  ({ operation }) => operation.scope === 'operator' && operation.method !== 'GET',
)

it.each(writes.map((each) => [each.operation.name, each] as const))('%s is in the audit trail', async (_, each) => {
  const { input } = await each.prepare(testApp)
  const before = await entries()
  const { body } = await testApp.send(each.operation, input, marketplace)
  expect(body.success).toBe(true)
  expect(await entries()).toBeGreaterThan(before)
})
