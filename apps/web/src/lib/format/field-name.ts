/** Converts a field name to words: `accountNumber` → `account number`. */
export const fieldName = (field: string): string =>
  field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
