const MAX_AGE_MS = 24 * 3_600_000
const MAX_CLOCK_SKEW_MS = 2 * 60_000

/**
 * When something happened for the actor: their clock if at most a day behind and two minutes ahead, otherwise the
 * server's.
 */
export function effectiveTimeOf(occurredAt: string | undefined, now: Date): Date {
  if (occurredAt === undefined) return now
  const occurredMs = Date.parse(occurredAt)
  const isPlausible = occurredMs >= now.getTime() - MAX_AGE_MS && occurredMs <= now.getTime() + MAX_CLOCK_SKEW_MS
  return isPlausible ? new Date(occurredMs) : now
}
