// After the suites: checks that a test met every error a marketplace can get. Records come from
// `apps/server/testing/app/error-coverage.ts`.
import { existsSync, readFileSync } from 'node:fs'
import { fail } from './read-options.mjs'

const [, , notes] = process.argv
if (!notes) fail('Name the file with the recorded errors.')
if (!existsSync(notes)) fail(`Cannot read the recorded errors: ${notes}.`)
const recorded = { declared: new Set(), seen: new Set() }
for (const line of readFileSync(notes, 'utf8').trim().split('\n')) {
  const [operation = '', ...refusal] = line.split(' ')
  recorded[operation]?.add(refusal.join(' '))
}
const untestedErrors = [...recorded.declared].filter((refusal) => !recorded.seen.has(refusal))
for (const refusal of untestedErrors) console.error(`declared, and answered in no test: ${refusal}`)
console.log(`${recorded.declared.size} declared refusals, ${untestedErrors.length} of them seen nowhere`)
process.exitCode = recorded.declared.size > 0 && untestedErrors.length === 0 ? 0 : 1
