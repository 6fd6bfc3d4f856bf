/** Translations of the web app, by area: `packages/i18n/locales/<locale>/<area>.po`. */
export type Area = 'web' | 'sign-in' | 'profile' | 'contracts' | 'earnings' | 'support' | 'fields' | 'chat'

/**
 * What each entry loads before it shows anything. The build preloads them. Messages, profile, the page of a contract,
 * earnings and support load their own areas.
 */
export const appAreas: readonly Area[] = ['web', 'sign-in', 'fields']
export const signInAreas: readonly Area[] = ['sign-in', 'fields']
