// After the suites: every refusal a marketplace is told of was met by a test. The notes are those of
// `apps/server/testing/refusals.ts`.
import { readFileSync } from 'node:fs'

const [, , notes = ''] = process.argv
const said = { declared: new Set(), seen: new Set() }
for (const line of readFileSync(notes, 'utf8').trim().split('\n')) {
  const [what = '', ...refusal] = line.split(' ')
  said[what]?.add(refusal.join(' '))
}
const unseen = [...said.declared].filter((refusal) => !said.seen.has(refusal))
for (const refusal of unseen) console.error(`declared, and answered in no test: ${refusal}`)
console.log(`${said.declared.size} declared refusals, ${unseen.length} of them seen nowhere`)
process.exitCode = said.declared.size > 0 && unseen.length === 0 ? 0 : 1
