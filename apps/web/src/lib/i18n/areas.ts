/** Translations of the web app, by area: `packages/i18n/locales/<locale>/<area>.po`. */
export type Area = 'web' | 'sign-in' | 'profile' | 'fields' | 'chat'

/**
 * What each entry loads before it shows anything. The build preloads them. The messages screen loads `chat` itself, the
 * profile `profile`.
 */
export const appAreas: readonly Area[] = ['web', 'sign-in', 'fields']
export const signInAreas: readonly Area[] = ['sign-in', 'fields']
