interface AddressParts {
  line1?: string | null | undefined
  line2?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
  postalCode?: string | null | undefined
}

/** An address as lines: `27 Herbert Macaulay Way`, `101212 Yaba, Lagos`. Only the city while the rest is hidden. */
export function addressLines({ line1, line2, city, state, postalCode }: AddressParts): string[] {
  const cityLine = [[postalCode, city].filter(Boolean).join(' '), state === city ? undefined : state]
  return [line1, line2, cityLine.filter(Boolean).join(', ')].filter((line): line is string => Boolean(line))
}

/** An address in one line: `27 Herbert Macaulay Way, 101212 Yaba, Lagos`. */
export const addressText = (parts: AddressParts): string => addressLines(parts).join(', ')
