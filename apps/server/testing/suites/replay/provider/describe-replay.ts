import { afterAll, beforeAll, expect, it } from 'vitest'
import { stableFields, simulateCrashBeforeResponse, countSideEffects } from '../crash-simulation.ts'
import { startTestApp, type TestApp } from '../../../app/test-app.ts'
import type { ProviderReplayCase } from './replay-case.ts'

/**
 * Tests of provider writes: each takes effect once however often it is sent, even after a crash before the response.
 */
export function describeProviderReplay(cases: readonly ProviderReplayCase[]): void {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await startTestApp()
  })
  afterAll(() => testApp.close())

  it.each(cases.map((each): [string, ProviderReplayCase] => [each.operation.name, each]))(
    '%s returns the same response when repeated, and takes effect once',
    async (name, { operation, prepare: given }) => {
      const { provider, input } = await given(testApp)
      const key = `replay of ${name}`
      const headers = { ...provider.headers, 'idempotency-key': key }
      const send = () => testApp.send(operation, input, { ...provider, headers })
      const first = await send()
      expect([first.status, first.body]).toEqual([operation.status ?? 200, expect.anything()])
      const before = await countSideEffects(testApp)
      const again = await send()
      expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body])
      await simulateCrashBeforeResponse(testApp, key)
      const late = await send()
      expect([late.status, late.headers.get('idempotency-replayed'), stableFields(late.body)]).toEqual([
        first.status,
        null,
        stableFields(first.body),
      ])
      expect(await countSideEffects(testApp)).toEqual(before)
    },
  )
}
