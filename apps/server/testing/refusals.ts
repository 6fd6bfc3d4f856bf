import type { Failure, Operation } from '@fettle/protocol'
import { appendFileSync } from 'node:fs'
import { refusalsOf } from '../src/platform/http/openapi.ts'

/**
 * What is declared about refusals is held against what is answered, both ways. A refusal nobody declared fails the test
 * that met it. And where this names a file (`npm test`), the refusals a marketplace is promised and those that were seen
 * are noted there: at the end `scripts/refusals.mjs` tells which nobody ever met.
 */
const NOTES = 'FETTLE_REFUSALS'

const notes = process.env[NOTES]
const noted = new Set<string>()

function note(what: 'declared' | 'seen', { name }: Operation, code: string): void {
  const line = `${what} ${name} ${code}\n`
  if (notes === undefined || noted.has(line)) return
  noted.add(line)
  appendFileSync(notes, line)
}

export function noteDeclared(operations: readonly Operation[]): void {
  for (const operation of operations) {
    if (operation.audience !== 'marketplace') continue
    for (const code of operation.errors) note('declared', operation, code)
  }
}

/** Throws where its operation does not declare it: partners decide by code, and by those they were told of. */
export function noteRefusal(operation: Operation, { code, message }: Failure): void {
  const known: readonly string[] = refusalsOf(operation)
  if (!known.includes(code)) throw new Error(`${operation.name} does not declare ${code}: ${message}`)
  note('seen', operation, code)
}
