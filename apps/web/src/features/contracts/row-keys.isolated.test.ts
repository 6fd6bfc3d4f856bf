import { expect, it, vi } from 'vitest'

// The drafts of both forms outlive a reload of the page, with the keys of their rows.
it.each([
  ['milestone of a draft', async () => (await import('./editor/contract-form.ts')).newMilestoneRow()],
  ['line of a change order', async () => (await import('./sheets/change-draft.ts')).newLine()],
])('a new %s never has the key of one from before a reload', async (_, create) => {
  const before = await create()
  vi.resetModules()
  const after = await create()
  expect(after.key).not.toBe(before.key)
})
