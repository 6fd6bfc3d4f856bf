import { afterEach, expect, it, vi } from 'vitest'
import { randomId } from './random-id.ts'

afterEach(() => vi.unstubAllGlobals())

it('is unique, also on pages without TLS', () => {
  const { crypto } = globalThis
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) })
  const [one, other] = [randomId(), randomId()]
  expect(one).toMatch(/^[0-9a-f]{32}$/)
  expect(other).not.toBe(one)
})
