/** An instant as ISO 8601 in UTC, as responses carry it. */
export const toIsoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null
