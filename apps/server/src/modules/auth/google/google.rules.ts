import { googleReturnPaths } from '@fettle/protocol/accounts/auth'
import { FirstName, LastName } from '@fettle/protocol/common/fields'
import * as z from 'zod/mini'

/** The identity reported by the provider. */
export interface GoogleIdentity {
  subject: string
  email: string
  firstName: string
  lastName: string
}

export const FLOW_VALID_FOR_MS = 10 * 60_000

/** Whether a redirect is allowed: exactly one page of an allowed origin. In demo mode on any port of this machine. */
export function mayReturnTo(
  redirectUri: string,
  { origins, isDemo }: { origins: readonly string[]; isDemo: boolean },
): boolean {
  if (!URL.canParse(redirectUri)) return false
  const url = new URL(redirectUri)
  const isOurs =
    origins.includes(url.origin) ||
    (isDemo && url.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname))
  return isOurs && googleReturnPaths.some((path) => redirectUri === `${url.origin}${path}`)
}

/** Parses the provider's claims. Undefined: they do not prove an email address. */
export function toIdentity(claims: Record<string, unknown>): GoogleIdentity | undefined {
  const { sub, email, email_verified: verified, given_name: givenName, family_name: familyName, name } = claims
  // Some providers send booleans as strings.
  if (typeof sub !== 'string' || typeof email !== 'string' || (verified !== true && verified !== 'true'))
    return undefined
  const [first = '', ...rest] = typeof name === 'string' ? name.split(' ') : []
  return {
    subject: sub,
    email,
    firstName: nameOr(FirstName, [givenName, first, email.split('@')[0]], 'Provider'),
    lastName: nameOr(LastName, [familyName, rest.join(' ')], ''),
  }
}

/** The first candidate that our own registration form would accept. */
function nameOr(schema: z.core.$ZodType<string>, candidates: unknown[], otherwise: string): string {
  for (const candidate of candidates) {
    const parsed = z.safeParse(schema, candidate)
    if (parsed.success) return parsed.data
  }
  return otherwise
}
