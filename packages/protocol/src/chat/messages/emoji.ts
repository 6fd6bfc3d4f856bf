/** Whether two emoji are the same: keyboards differ in whether they add the variation selector. */
export const isSameEmoji = (one: string, other: string): boolean => withoutSelectors(one) === withoutSelectors(other)

const withoutSelectors = (emoji: string): string => emoji.replaceAll('\uFE0F', '')
