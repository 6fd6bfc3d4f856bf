/** Converts a field name to words: `accountNumber` → `account number`. */
export const fieldName = (field: string): string =>
  field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()

/** Converts a code that this version of the app does not know to words: `SOME_STATE` → `Some state`. */
export function codeText(code: string): string {
  const words = fieldName(code)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
