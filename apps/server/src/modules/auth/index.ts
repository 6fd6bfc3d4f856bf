import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { purgeExpired } from './auth.jobs.ts'
import { serveAuth, type SignInServices } from './auth.routes.ts'
import { serveSecondFactors } from './second-factor/second-factor.routes.ts'
import { serveSecurity } from './security/security.routes.ts'

export { createAuthenticator, renewedTokenOf } from './sessions/authenticator.ts'
export { serveDemoGoogle } from './google/google.demo.ts'
export { createAccount } from './registration/registration.service.ts'
export { eraseIdentity, listToClose, postponeClosing, startClosing } from './security/closing.service.ts'
export {
  startSession,
  announceAccountChange,
  SESSION_ENDED,
  SUSPENSION_CHANGED,
  subscribeToSessionEvents,
  type EndedSession,
  type SuspensionChanged,
} from './sessions/sessions.service.ts'
export {
  findByContact as findAccountByContact,
  findById as findAccount,
  findSuspension,
  listSuspended,
  findTimeZone,
  findTimeZones,
  lockById as lockAccount,
  throwIfTaken,
  phoneIsTaken,
  setName,
  setOnboarded,
  setPhone,
  setSuspension,
} from './accounts.store.ts'
export { changeLanguage } from './language.service.ts'
export type { AccountRecord, AccountSuspension } from './accounts.store.ts'
export { listSessionsOf } from './security/security.service.ts'
export { findMoneyProtection, listSecondFactorsOf, protectMoney } from './second-factor/second-factor.service.ts'
export { lockOwnAccount, requireStepUp } from './security/step-up.service.ts'
export { assertLookupRate, assertRate } from './login/login-limits.ts'
export { requirePhone, toE164 } from './phones.ts'
export type { SignInServices } from './auth.routes.ts'

const PURGE_INTERVAL_MS = 3_600_000

/** Registers the routes for registration, sign-in, recovery and sign-in settings. */
export function registerAuth(deps: Deps, routers: Routers, services: SignInServices): void {
  serveAuth(deps, routers, services)
  serveSecurity(deps, routers)
  serveSecondFactors(deps, routers)
  deps.jobs.repeat('auth.purge-expired', PURGE_INTERVAL_MS, () => purgeExpired(deps))
}
