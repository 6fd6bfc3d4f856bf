import type { Failure, Operation } from '@fettle/protocol'
import { appendFileSync } from 'node:fs'
import { refusalsOf } from '../../src/platform/http/openapi.ts'

/**
 * Compares declared with actual errors. An undeclared error fails the test that meets it. Where this variable names a
 * file (`npm test`), the errors promised to marketplaces and those seen are written to it; `scripts/error-coverage.mjs`
 * then lists the ones no test produced.
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

/** Throws when the operation does not declare the code: partners rely on the documented codes. */
export function recordSeenError(operation: Operation, { code, message }: Failure): void {
  const declared: readonly string[] = refusalsOf(operation)
  if (!declared.includes(code)) throw new Error(`${operation.name} does not declare ${code}: ${message}`)
  appendCoverage('seen', operation, code)
}
