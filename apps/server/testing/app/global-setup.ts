import { startTestPostgres, VARIABLE } from './test-postgres.ts'

/** Vitest: starts PostgreSQL once for a whole run. The workers inherit the address. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  process.env[VARIABLE] = postgres.address
  return () => postgres.stop()
}
