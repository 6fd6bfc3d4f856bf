/** Normalizes a name for comparison: case, accents and spaces. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()

export const isSameName = (one: string, other: string): boolean => plain(one) !== '' && plain(one) === plain(other)
