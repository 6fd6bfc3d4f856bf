export interface GoogleAnswer {
  code?: string
  state?: string
  error?: string
}

/** Parses the parameters Google's redirect added to the address. */
export function googleAnswer(search: string): GoogleAnswer | undefined {
  const query = new URLSearchParams(search)
  const code = query.get('code')
  const error = query.get('error')
  const state = query.get('state')
  if (!state || (!code && !error)) return undefined
  return { state, ...(code && { code }), ...(error && { error }) }
}
