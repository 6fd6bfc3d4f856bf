import { sql, type Queryable } from './db.ts'

/**
 * The next reference of a kind: `BK-2026-000123`. Each kind has its own database sequence, such as `reference_bk`:
 * writers do not wait for each other, and numbers may have gaps.
 */
export async function nextReference(tx: Queryable, prefix: 'BK' | 'OF' | 'CT' | 'SUP', now: Date): Promise<string> {
  const { number } = await tx.one<{ number: number }>(
    sql`select nextval(${`reference_${prefix.toLowerCase()}`}) as number`,
  )
  return `${prefix}-${now.getUTCFullYear()}-${String(number).padStart(6, '0')}`
}
