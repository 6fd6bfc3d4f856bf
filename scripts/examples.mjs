// `npm run examples`: records the calls of the replay suite as examples for the API reference.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const folder = mkdtempSync(join(tmpdir(), 'fettle-examples-'))
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'server', 'testing/suites/replay/marketplace'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FETTLE_EXAMPLES: folder },
})
// A case that failed has recorded nothing.
if (readdirSync(folder).length > 0) {
  const calls = findCalls()
  const examples = readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const name = basename(file, '.json')
      const call = calls.get(name)
      return call ? [[name, { call, ...JSON.parse(readFileSync(join(folder, file), 'utf8')) }]] : []
    })
  const file = join(root, 'apps/server/openapi-examples.json')
  writeFileSync(file, JSON.stringify(Object.fromEntries(examples)))
  spawnSync('npx', ['oxfmt', file], { cwd: root, stdio: 'inherit' })
}
rmSync(folder, { recursive: true })
process.exitCode = status ?? 1

/** Where each operation is in the protocol: the name of its export, and the `calls.ts` that exports it. */
function findCalls() {
  const source = join(root, 'packages/protocol/src')
  const found = new Map()
  for (const file of readdirSync(source, { recursive: true })) {
    const noun = /^([\w-]+)\/calls(?:\/[\w-]+)?\.ts$/.exec(file)?.[1]
    if (!noun) continue
    const text = readFileSync(join(source, file), 'utf8')
    for (const [, name, operation] of text.matchAll(/export const (\w+):[^=]+= \{\s+name: '([\w.]+)'/g))
      found.set(operation, { name, from: `@fettle/protocol/${noun}/calls` })
  }
  return found
}
