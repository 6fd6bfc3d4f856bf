/** Whether two values are the same as JSON, in which they are stored and sent. */
export const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
