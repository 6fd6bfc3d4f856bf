// `npm run faults -- process --kills 100 --seed 7`, or `database`, `installation`, `rolling`, `backup`: breaks, replaces or
// copies parts under load, and checks that nothing is lost or done twice. `npm run faults -- update --from v0.1.0` replaces
// that release under load.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fail, readOptions } from './read-options.mjs'

const root = dirname(import.meta.dirname)
/** Targets with the usual number of kills; of `rolling` it is the number of sockets, of `backup` that of backups. */
const targets = { process: '100', database: '10', installation: '20', rolling: '2000', update: '1', backup: '3' }
const usage = `npm run faults -- ${Object.keys(targets).join('|')} [--kills 100] [--seed 7]\nupdate needs --from, the tag or commit of the release before`
const options = {
  kills: { type: 'string' },
  seed: { type: 'string', default: String(Date.now()) },
  from: { type: 'string', default: '' },
}
const { values, positionals } = readOptions(usage, { allowPositionals: true, options }, ['kills', 'seed'])
const [target = ''] = positionals
if (positionals.length !== 1 || !(target in targets) || (target === 'update') !== (values.from !== ''))
  fail(`Usage: ${usage}`)
const kills = values.kills ?? targets[target]
console.log(`${target} ${kills} with seed ${values.seed}`)
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--retry=0', `apps/server/testing/faults/${target}.test.ts`],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      FAULTS_TARGET: target,
      FAULTS_KILLS: kills,
      FAULTS_SEED: values.seed,
      FAULTS_FROM: values.from,
    },
  },
)
process.exitCode = status ?? 1
