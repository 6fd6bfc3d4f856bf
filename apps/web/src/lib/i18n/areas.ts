/** Translations that the web app shows, by area: `packages/i18n/locales/<locale>/<area>.po`. */
export type Area = 'web' | 'chat' | 'sign-in' | 'fields'

/** The catalogues an entry loads before it shows anything. The app has the components of the sign-in pages too. */
export const signInAreas: readonly Area[] = ['sign-in', 'fields']
export const appAreas: readonly Area[] = ['web', 'chat', ...signInAreas]
