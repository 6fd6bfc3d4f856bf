import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { putAvailability, Weekday } from '@fettle/protocol/availability/availability'
import { marketplaceEventTypes, scopeOfEvent } from '@fettle/protocol/marketplace/events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD } from '../../../testing/fixtures/accounts.ts'
import { createProvider } from '../../../testing/fixtures/providers.ts'
import { findFreePort } from '../../../testing/app/free-port.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import { rootDir } from '../../platform/config.ts'

const guide = readFileSync(join(rootDir, 'docs/tutorials/marketplace.md'), 'utf8')
const clientReadme = readFileSync(join(rootDir, 'packages/marketplace-client/README.md'), 'utf8')
/** Code blocks a reader would copy, in order. */
const blocks = (language: string, page = guide) =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text = '']) => (name === language ? [text] : []))

let folder: string
// The reader's shell uses the real clock.
const testApp = setUpTestApp({ now: new Date(Date.now() + 60_000).toISOString() })
beforeAll(async () => {
  const ada = await createProvider(testApp, { email: 'ada@fettle.test' })
  const weekly = Weekday.options.map((day) => ({ day, intervals: [{ from: '08:00', to: '18:00' }] }))
  await testApp.call(putAvailability, { body: { weekly } }, ada)
  // Within the clone, where the receiver's library is found.
  folder = mkdtempSync(join(rootDir, 'apps/server/.generated-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the tutorial for marketplaces', () => {
  it('names every event type with its scope', () => {
    const rows = [...guide.matchAll(/^\| `(\w+)\.` \| (.+) \| `(\w+)` \|$/gm)]
    const named = rows.flatMap(([, noun, types = '', scope]) =>
      [...types.matchAll(/`(\w+)`/g)].map(([, type]) => `${noun}.${type} ${scope}`),
    )
    expect(named).toEqual(marketplaceEventTypes.map((type) => `${type} ${scopeOfEvent(type)}`))
  })

  it('leads from a key to a signed contract, command by command', async () => {
    const [receiver = ''] = blocks('js')
    writeFileSync(join(folder, 'receiver.mjs'), receiver)
    const script = ['set -euo pipefail', ...blocks('sh').map((block, index) => `printf '\\n--- ${index}\\n'\n${block}`)]
    // Only a demo may have a public password.
    writeFileSync(join(folder, 'guide.sh'), script.join('\n').replaceAll('fettle-demo-2026', PASSWORD))
    const env = { ...process.env, API: testApp.url, HOOKS: String(await findFreePort()) }
    const running = promisify(execFile)('bash', ['guide.sh'], { cwd: folder, env, timeout: 150_000 })
    const { stdout } = await running.catch((error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`The guide stopped: ${error.stdout?.slice(-2000)} ${error.stderr}`, { cause: error })
    })
    const [, ...outputs] = stdout.split(/^--- \d+\n/m).map((text) => text.trim())
    expect(outputs).toHaveLength(blocks('sh').length)
    expect(outputs[1]).toMatch(/^Customer cus_/)
    expect(outputs[2]).toMatch(/^Provider usr_\w+ is free at 20/)
    expect(outputs.join('')).toContain('Told of webhook.test whk_')
    expect(outputs.join('')).toContain('"delivered":true')
    expect(outputs.at(-3)).toMatch(/^DRAFT\nPASSWORD\nPENDING_SIGNATURES$/)
    expect(outputs.at(-2)).toMatch(/^PENDING_SIGNATURES\nACTIVE$/)
    const types = [...(outputs.at(-1) ?? '').matchAll(/"type":"([a-z_.]+)"/g)].map(([, type]) => type)
    expect(types).toEqual(['booking.requested', 'contract.sent', 'contract.signed', 'contract.activated'])
    expect(statSync(join(folder, 'contract.pdf')).size).toBeGreaterThan(1000)
  })

  it('has a program in TypeScript that runs, as the page of the client does', async () => {
    const loggedLines: string[] = []
    const log = vi
      .spyOn(console, 'log')
      .mockImplementation((...words: unknown[]) => void loggedLines.push(words.join(' ')))
    const programs = [...blocks('ts'), ...blocks('ts', clientReadme)]
    for (const [index, program] of programs.entries()) {
      const file = join(folder, `program-${index}.ts`)
      writeFileSync(file, program.replaceAll('http://localhost:4310', testApp.url))
      await import(pathToFileURL(file).href)
    }
    log.mockRestore()
    expect(programs).toHaveLength(2)
    expect(loggedLines).toContainEqual(expect.stringMatching(/^BK-.* (REQUESTED|CONFIRMED)$/))
    expect(loggedLines).toContainEqual(expect.stringMatching(/^\d+ booking\.(requested|confirmed)$/))
    expect(loggedLines.at(-1)).toMatch(/^Yusuf Lawan can book /)
  })
})
