import { afterEach, expect, it, vi } from 'vitest'
import * as sharedModule from '../../../../lib/offline/shared-photos.ts'
import { replaceExports } from '../../../../testing/replace-exports.ts'
import { keepInterruptedFiles } from './interrupted-files.ts'

const file = new File(['tap'], 'tap.jpg')
replaceExports(sharedModule, {
  listDraftFiles: async () => [{ id: 'file_1', file, at: '2026-11-25T12:00:00Z', user: 'usr_1', draft: 'messaging:a' }],
  dropShared: async () => undefined,
})

/** The locks of all tabs of a browser. */
function fakeLocks() {
  const held = new Set<string>()
  return {
    async request(name: string, _: unknown, run: (lock: object | null) => unknown) {
      if (held.has(name)) return run(null)
      held.add(name)
      await run({})
      held.delete(name)
    },
  }
}

/** A tab with the composer of the draft; returns the files it restored and how to close it. */
function openTab() {
  const restored: string[] = []
  const uploads = { subscribe: () => () => undefined, getSnapshot: () => [] }
  const close = keepInterruptedFiles({
    user: 'usr_1',
    draft: 'messaging:a',
    uploads: uploads as unknown as Parameters<typeof keepInterruptedFiles>[0]['uploads'],
    fileOf: () => undefined,
    add: ({ name }) => `key ${restored.push(name)}`,
  })
  return { restored, close }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

afterEach(() => vi.unstubAllGlobals())

it('restores a file in one tab at a time', async () => {
  vi.stubGlobal('navigator', { locks: fakeLocks() })
  const first = openTab()
  const second = openTab()
  await settle()
  expect([first.restored, second.restored]).toEqual([['tap.jpg'], []])
  first.close()
  await settle()
  const third = openTab()
  await settle()
  expect(third.restored).toEqual(['tap.jpg'])
  third.close()
})
