// `npm run faults -- process --kills 1000 --seed 7`: kills a server and its database under load, and checks its laws.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string', default: String(Date.now()) } },
})
if (positionals.join(' ') !== 'process') {
  console.error('Usage: npm run faults -- process [--kills 100] [--seed 7]')
  process.exit(1)
}
console.log(`${values.kills} kills with seed ${values.seed}`)
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'apps/server/testing/faults'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FAULTS_KILLS: values.kills, FAULTS_SEED: values.seed } },
)
process.exitCode = status ?? 1
