/** Minimum length of a search the server accepts. */
const MIN_SEARCH_LENGTH = 2
/** Trims a search; undefined when it is too short for the server. */
export const searchText = (typed: string): string | undefined => {
  const text = typed.trim()
  return text.length >= MIN_SEARCH_LENGTH ? text : undefined
}
