interface AddressParts {
  line1?: string | null | undefined
  line2?: string | null | undefined
  city: string
  state?: string | null | undefined
  postalCode?: string | null | undefined
}

/** `27 Herbert Macaulay Way, Yaba, Lagos`, or only the city while the rest is hidden. */
export const addressText = ({ line1, line2, city, state, postalCode }: AddressParts): string =>
  [line1, line2, [postalCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
