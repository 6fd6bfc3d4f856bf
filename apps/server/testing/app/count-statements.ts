import { vi } from 'vitest'
import type { TestApp } from './test-app.ts'

/** The number of reads that `work` runs outside transactions. */
export async function countStatements({ db }: Pick<TestApp, 'db'>, work: () => Promise<unknown>): Promise<number> {
  const spies = [vi.spyOn(db, 'query'), vi.spyOn(db, 'maybeOne'), vi.spyOn(db, 'one')]
  try {
    await work()
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
