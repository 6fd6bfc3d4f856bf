import { startTestPostgres, VARIABLE } from './test-postgres.ts'

/** Vitest setup: starts PostgreSQL once per run, for all projects. The workers inherit its address. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[VARIABLE]) return undefined
  const postgres = await startTestPostgres()
  process.env[VARIABLE] = postgres.address
  return () => postgres.stop()
}
