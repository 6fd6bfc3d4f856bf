/** A name without case, accents and spaces. */
const toComparable = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()

/** Whether a signature names the party. An empty name is nobody's. */
export const isSameName = (typedName: string, partyName: string): boolean =>
  toComparable(partyName) !== '' && toComparable(typedName) === toComparable(partyName)
