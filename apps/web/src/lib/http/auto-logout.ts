import type { Call } from '@fettle/protocol'

/** Pages on which a 401 is an expected response. Not the guard's list. */
const quietPaths = new Set(['/login', '/register', '/verify-account', '/forgot-password', '/reset-password'])

/** Whether a response means that the session has ended and the login page must be shown. */
export function endsSession(response: {
  status: number
  pagePath: string
  operation: Pick<Call, 'method' | 'path'>
  headers: Record<string, string>
}): boolean {
  const { status, operation, headers } = response
  const pagePath = response.pagePath.replace(/\/+$/, '') || '/'
  if (status !== 401 || quietPaths.has(pagePath)) return false
  if (operation.method === 'GET' && operation.path === '/v2/profile') return false
  return !Object.entries(headers).some(([name, value]) => name.toLowerCase() === 'x-profile-update' && value === 'true')
}
