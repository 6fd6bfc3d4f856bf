/** How many were found: `1000+` where the server counted no further. */
export const countText = <Count extends number | undefined>(
  count: Count,
  atLeast: boolean | undefined,
): Count | string => (count !== undefined && atLeast ? `${count}+` : count)
