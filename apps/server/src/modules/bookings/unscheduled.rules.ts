/**
 * Where a booking stands that has no time yet: beyond every diary, and last in a list by start. Whoever shows a booking
 * asks `hasTime` first.
 */
export const UNSCHEDULED_AT = new Date('9999-01-01T00:00:00.000Z')
export const isScheduled = ({ startAt }: { startAt: Date }): boolean => startAt < UNSCHEDULED_AT
