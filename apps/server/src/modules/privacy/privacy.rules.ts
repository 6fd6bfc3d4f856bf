import type { DataExport } from '@fettle/protocol/accounts/privacy'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { AppError, rateLimited } from '../../platform/errors.ts'
import type { Text, TextCode } from '../../platform/locale/messages.ts'

/** Rules of data export and account closure. Pure. */

const EXPORT_INTERVAL_MS = DAY_MS
export const EXPORT_RETENTION_DAYS = 7
export const EXPORT_RETENTION_MS = EXPORT_RETENTION_DAYS * DAY_MS
export const CLOSING_GRACE_MS = 30 * DAY_MS
/** A provider's own files beyond this size are listed in the export, not included. */
export const EXPORT_FILES_LIMIT_BYTES = 100 * 1024 * 1024

export interface DataExportRow {
  requestedAt: Date
  readyAt: Date | null
  key: string | null
  size: number | null
}

export function assertMayExport(row: DataExportRow | undefined, now: Date): void {
  const availableAt = row && row.requestedAt.getTime() + EXPORT_INTERVAL_MS
  if (availableAt === undefined || availableAt <= now.getTime()) return
  throw rateLimited(availableAt, now)
}

export function toExport(row: DataExportRow | undefined, url: (key: string) => string, now: Date): DataExport {
  if (!row) return { status: 'NONE', requestedAt: null, availableAt: null, expiresAt: null, size: null, url: null }
  const availableAt = new Date(row.requestedAt.getTime() + EXPORT_INTERVAL_MS)
  return {
    status: row.readyAt === null ? 'PREPARING' : row.key === null ? 'NONE' : 'READY',
    requestedAt: row.requestedAt.toISOString(),
    availableAt: availableAt > now ? availableAt.toISOString() : null,
    expiresAt: row.readyAt && row.key ? new Date(row.readyAt.getTime() + EXPORT_RETENTION_MS).toISOString() : null,
    size: row.key ? row.size : null,
    url: row.key && url(row.key),
  }
}

/** A kind of open work or money that keeps an account from closing. */
export interface OpenThing {
  text: TextCode
  what: string
  count: number
}

/** Throws ACCOUNT_IN_USE if anything is open. */
export function assertNothingOpen(open: readonly OpenThing[]): void {
  if (open.length === 0) return
  const details = {
    list: open.map(({ what, count }) => `${count} ${what}`).join(', '),
    obstacles: open.map(({ what, count }) => ({ what, count })),
  }
  throw new AppError('ACCOUNT_IN_USE', details, { params: { list: { list: textsOf(open), join: 'and' } } })
}

export const textsOf = (open: readonly OpenThing[]): Text[] =>
  open.map(({ text, count }) => ({ code: text, params: { count } }))
