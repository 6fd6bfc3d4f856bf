import type { SimulatorCommand, SimulatorReport } from '@fettle/protocol/simulator'
import { sql, type Queryable, type Tx } from '../../platform/db/db.ts'

export interface SimulatorRow {
  commands: number
  report: SimulatorReport | null
  seenAt: Date | null
}

/** Commands are few and fetched at once, so older ones have been read. */
const MAX_COMMANDS = 200

export const read = (db: Queryable): Promise<SimulatorRow> =>
  db.one<SimulatorRow>(sql`select commands::int, report, seen_at as "seenAt" from simulator`)

/** Appends a command with the next position. Positions become visible in order. */
export async function append(tx: Tx, command: SimulatorCommand, now: Date): Promise<void> {
  const { seq } = await tx.one<{ seq: number }>(
    sql`update simulator set commands = commands + 1 returning commands::int as seq`,
  )
  await tx.execute(sql`insert into simulator_commands (seq, command, at)
    values (${seq}, ${JSON.stringify(command)}::jsonb, ${now})`)
  await tx.execute(sql`delete from simulator_commands where seq <= ${seq - MAX_COMMANDS}`)
}

export const listAfter = (db: Queryable, after: number): Promise<{ seq: number; command: SimulatorCommand }[]> =>
  db.query(sql`select seq::int, command from simulator_commands where seq > ${after} order by seq limit 100`)

export async function recordSeen(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`update simulator set seen_at = ${now}`)
}

export async function saveReport(db: Queryable, report: SimulatorReport, now: Date): Promise<void> {
  await db.execute(sql`update simulator set report = ${JSON.stringify(report)}::jsonb, seen_at = ${now}`)
}
