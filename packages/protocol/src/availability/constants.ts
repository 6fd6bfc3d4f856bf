/** Lists and limits of availability. Without schemas, so that screens can use them. */

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const

export const bookingModes = ['INSTANT', 'REQUEST', 'OFF'] as const

export const CALENDAR_LIMIT = 5
