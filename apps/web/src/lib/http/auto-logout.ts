import type { Operation } from '@fettle/protocol'

/** Pages on which a 401 is an ordinary answer. Not the same list as the guard's. */
export const quietPaths: readonly string[] = [
  '/login',
  '/register',
  '/verify-account',
  '/forgot-password',
  '/reset-password',
]

/** Whether an answer means that the session is over and the browser must go to the login page. */
export function endsSession(given: {
  status: number
  pagePath: string
  operation: Pick<Operation, 'method' | 'path'>
  headers: Record<string, string>
}): boolean {
  const { status, operation, headers } = given
  const pagePath = given.pagePath.replace(/\/+$/, '') || '/'
  if (status !== 401 || quietPaths.includes(pagePath)) return false
  if (operation.method === 'GET' && operation.path === '/v2/profile') return false
  return !Object.entries(headers).some(([name, value]) => name.toLowerCase() === 'x-profile-update' && value === 'true')
}
