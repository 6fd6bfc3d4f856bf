// `npm run bench -- [names…] [arguments…]`: each benchmark measures against its floor in the same run. Without names:
// all.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeMachine } from './lib/figures.ts'

const benchFolder = fileURLToPath(new URL('./', import.meta.url))
const benchNames = readdirSync(benchFolder)
  .filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== 'run.ts')
  .map((file) => file.replace('.ts', ''))

const args = process.argv.slice(2)
const selected = args.filter((name) => benchNames.includes(name))
const forwardedArgs = args.filter((name) => !benchNames.includes(name))
if (selected.length === 0 && forwardedArgs.some((arg) => arg !== '--save')) {
  console.error(`There is no bench called ${forwardedArgs[0]}. There are: ${benchNames.join(', ')}.`)
  process.exit(1)
}

console.log(describeMachine())
for (const name of selected.length > 0 ? selected : benchNames) {
  console.log(`\n── ${name}`)
  const { status } = spawnSync(process.execPath, [...process.execArgv, `${benchFolder}${name}.ts`, ...forwardedArgs], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
