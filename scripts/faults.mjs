// `npm run faults -- process --kills 100 --seed 7`, or `database`, `shape`, `rolling`: breaks parts under load, and checks
// that nothing is lost or done twice.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Targets with the usual number of kills; of `rolling` it is the number of sockets. */
const targets = { process: '100', database: '10', shape: '20', rolling: '2000' }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: 'string' }, seed: { type: 'string', default: String(Date.now()) } },
})
const [target = ''] = positionals
if (positionals.length !== 1 || !(target in targets)) {
  console.error(`Usage: npm run faults -- ${Object.keys(targets).join('|')} [--kills 100] [--seed 7]`)
  process.exit(1)
}
const kills = values.kills ?? targets[target]
console.log(`${kills} kills with seed ${values.seed}`)
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', `apps/server/testing/faults/${target}.test.ts`],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FAULTS_TARGET: target, FAULTS_KILLS: kills, FAULTS_SEED: values.seed },
  },
)
process.exitCode = status ?? 1
