const OLDEST = 24 * 3_600_000
const AHEAD = 2 * 60_000

/**
 * When something happened for the person who did it: their clock if it is at most a day behind and two minutes ahead,
 * otherwise ours (domain §0, offline).
 */
export function momentOf(occurredAt: string | undefined, now: Date): Date {
  if (occurredAt === undefined) return now
  const given = Date.parse(occurredAt)
  const isBelievable = given >= now.getTime() - OLDEST && given <= now.getTime() + AHEAD
  return isBelievable ? new Date(given) : now
}
