/** The shortest search the server takes. */
const SEARCH_MIN = 2
export const searchText = (typed: string): string | undefined => {
  const text = typed.trim()
  return text.length >= SEARCH_MIN ? text : undefined
}
