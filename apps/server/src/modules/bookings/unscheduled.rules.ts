/**
 * Start of an unscheduled booking in the database: beyond every schedule, and last in a list by start. Check
 * `isScheduled` before showing a time.
 */
export const UNSCHEDULED_AT = new Date('9999-01-01T00:00:00.000Z')
export const isScheduled = ({ startAt }: { startAt: Date }): boolean => startAt < UNSCHEDULED_AT
