/** Lists and limits of earnings. Without schemas, so that screens can use them. */

export const payoutSchedules = ['MANUAL', 'WEEKLY', 'DAILY'] as const
