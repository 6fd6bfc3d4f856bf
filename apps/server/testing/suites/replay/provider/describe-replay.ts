import { expect, it } from 'vitest'
import { countEffects, crashBeforeCommit } from '../crash-simulation.ts'
import { setUpTestApp } from '../../../app/test-app.ts'
import type { ProviderReplayCase } from './replay-case.ts'

/**
 * Tests of provider writes: each takes effect once however often it is sent, even after a crash before or after its
 * commit.
 */
export function describeProviderReplay(cases: readonly ProviderReplayCase[]): void {
  const testApp = setUpTestApp()

  it.each(cases.map((each): [string, ProviderReplayCase] => [each.operation.name, each]))(
    '%s returns the same response when repeated, and takes effect once',
    async (name, { operation, prepare: prepareCase }) => {
      const { provider, input } = await prepareCase(testApp)
      const key = `replay of ${name}`
      const headers = { ...provider.headers, 'idempotency-key': key }
      const send = () => testApp.send(operation, input, { ...provider, headers })
      const before = await countEffects(testApp)
      expect((await crashBeforeCommit(testApp, send)).status).toBe(500)
      expect(await countEffects(testApp)).toEqual(before)
      const first = await send()
      expect([first.status, first.headers.get('idempotency-replayed'), first.body]).toEqual([
        operation.status ?? 200,
        null,
        expect.anything(),
      ])
      const after = await countEffects(testApp)
      // The first response was lost after the commit.
      const second = await send()
      expect([second.status, second.headers.get('idempotency-replayed'), second.body]).toEqual([
        first.status,
        'true',
        first.body,
      ])
      expect(await countEffects(testApp)).toEqual(after)
    },
  )
}
