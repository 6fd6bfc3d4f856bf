import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUpTestApp } from '../app/test-app.ts'
import { describePublicInterface } from './public-interface.ts'

/**
 * Compares what partners and operators rely on by name with the lists beside this file.
 *
 * - Something was added on purpose: `npx vitest run apps/server/testing/public-interface -u` writes it down.
 * - Something was removed or renamed on purpose: delete its line by hand first. `-u` alone does not do it, because
 *   whoever uses that name breaks.
 */

const testApp = setUpTestApp()
let current: Record<string, string[]>

beforeAll(async () => {
  current = await describePublicInterface(testApp)
})

describe('the public interface', () => {
  it.each(['operations.txt', 'routes.txt', 'events.txt', 'error-codes.txt', 'environment-variables.txt', 'flows.txt'])(
    'keeps every name in %s',
    async (name) => {
      const file = join(import.meta.dirname, name)
      const lines = current[name] ?? []
      const recorded = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
      const removed = recorded.filter((line) => !lines.includes(line))
      expect(
        removed,
        `Partners use these. To remove or rename them on purpose, delete their lines in ${name}.`,
      ).toEqual([])
      await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file)
    },
  )
})
