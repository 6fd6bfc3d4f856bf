/** Formats a count: `1000+` where the server stopped counting. */
export const countText = <Count extends number | undefined>(
  count: Count,
  atLeast: boolean | undefined,
): Count | string => (count !== undefined && atLeast ? `${count}+` : count)
