// After the suites: checks that a test met every error a marketplace can get. Records come from
// `apps/server/testing/app/error-coverage.ts`.
import { existsSync, readFileSync } from 'node:fs'
import { fail } from './read-options.mjs'

const [, , recordFile] = process.argv
if (!recordFile) fail('Name the file with the recorded errors.')
if (!existsSync(recordFile)) fail(`Cannot read the recorded errors: ${recordFile}.`)
const recorded = { declared: new Set(), seen: new Set() }
for (const line of readFileSync(recordFile, 'utf8').trim().split('\n')) {
  const [kind = '', ...error] = line.split(' ')
  recorded[kind]?.add(error.join(' '))
}
const untestedErrors = [...recorded.declared].filter((error) => !recorded.seen.has(error))
for (const error of untestedErrors) console.error(`declared, but no test gets it: ${error}`)
console.log(`${recorded.declared.size} declared errors, ${untestedErrors.length} without a test`)
process.exitCode = recorded.declared.size > 0 && untestedErrors.length === 0 ? 0 : 1
