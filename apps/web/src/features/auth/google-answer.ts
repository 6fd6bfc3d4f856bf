export interface GoogleAnswer {
  code?: string
  state?: string
  error?: string
}

/** What Google's page has put into the address it sent people back to. */
export function googleAnswer(search: string): GoogleAnswer | undefined {
  const query = new URLSearchParams(search)
  const code = query.get('code')
  const error = query.get('error')
  const state = query.get('state')
  if (!state || (!code && !error)) return undefined
  return { state, ...(code && { code }), ...(error && { error }) }
}
