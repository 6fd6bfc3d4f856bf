/** Whether the page runs from right to left, as in Arabic. */
export const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl'

/** A movement to the right, in pixels or steps, as one towards the end of the line: negative in Arabic. */
export const towardsEnd = (right: number): number => (isRightToLeft() ? -right : right)
