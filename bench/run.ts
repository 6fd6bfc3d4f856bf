// `npm run bench -- [names…] [what to pass on…]`: each measures against a floor in the same run. Without names: all.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('./', import.meta.url))
const known = readdirSync(here)
  .filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== 'run.ts')
  .map((file) => file.replace('.ts', ''))

const given = process.argv.slice(2)
const named = given.filter((name) => known.includes(name))
const passedOn = given.filter((name) => !known.includes(name))
if (named.length === 0 && passedOn.length > 0) {
  console.error(`There is no bench called ${passedOn[0]}. There are: ${known.join(', ')}.`)
  process.exit(1)
}

const [cpu] = cpus()
console.log(
  `${cpu?.model.trim() ?? 'unknown processor'} × ${cpus().length}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
)
for (const name of named.length > 0 ? named : known) {
  console.log(`\n── ${name}`)
  const { status } = spawnSync(process.execPath, [...process.execArgv, `${here}${name}.ts`, ...passedOn], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
