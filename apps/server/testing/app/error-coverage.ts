import type { Failure, Operation } from '@fettle/protocol'
import { appendFileSync } from 'node:fs'
import { refusalsOf } from '../../src/platform/http/openapi.ts'

/**
 * What is declared about refusals is held against what is answered, both ways. A refusal nobody declared fails the test
 * that met it. And where this names a file (`npm test`), the refusals a marketplace is promised and those that were seen
 * are noted there: at the end `scripts/error-coverage.mjs` tells which nobody ever met.
 */
const COVERAGE_FILE_VARIABLE = 'FETTLE_REFUSALS'

const coverageFile = process.env[COVERAGE_FILE_VARIABLE]
const recordedLines = new Set<string>()

function appendCoverage(what: 'declared' | 'seen', { name }: Operation, code: string): void {
  const line = `${what} ${name} ${code}\n`
  if (coverageFile === undefined || recordedLines.has(line)) return
  recordedLines.add(line)
  appendFileSync(coverageFile, line)
}

export function recordDeclaredErrors(operations: readonly Operation[]): void {
  for (const operation of operations) {
    if (operation.audience !== 'marketplace') continue
    for (const code of operation.errors) appendCoverage('declared', operation, code)
  }
}

/** Throws where its operation does not declare it: partners decide by code, and by those they were told of. */
export function recordSeenError(operation: Operation, { code, message }: Failure): void {
  const known: readonly string[] = refusalsOf(operation)
  if (!known.includes(code)) throw new Error(`${operation.name} does not declare ${code}: ${message}`)
  appendCoverage('seen', operation, code)
}
