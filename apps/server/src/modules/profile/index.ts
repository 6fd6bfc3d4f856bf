import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { serveProfile } from './profile.routes.ts'
import type { ProfileDeps } from './profile.service.ts'

export { changeProfile, findRecipient, getProfile, updateVerificationLevel } from './profile.service.ts'
export type { ProfileAnswer } from './profile.view.ts'
export { findPublicIdentity, findPublicProvider, listPublicProviders } from './public-provider.service.ts'
export { findPayee, getCurrency, decryptPayeeAccount, withCurrency, type Payee } from './payee.service.ts'
export { closedProvider, hasLocation, hasPersonal, hasProfession } from './profile.rules.ts'
export { addToRating, clear as clearProfile, findCountry, findLocale, haveSameBankAccount } from './profile.store.ts'
export type { ProfileRow } from './profile.store.ts'
export { getPdfLetterhead } from './letterhead.service.ts'
export { findSigner } from './signer.service.ts'

/** Registers the profile's groups and picture. */
export function registerProfile(
  deps: Deps,
  routers: Routers,
  { onIdentityChange = () => undefined }: Partial<Pick<ProfileDeps, 'onIdentityChange'>> = {},
): void {
  serveProfile({ ...deps, onIdentityChange }, routers)
}
