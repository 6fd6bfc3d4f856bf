import { LOCALE_COOKIE, type Locale } from '@fettle/protocol/common/locales'

/**
 * Changes the language: the server sends the page again in it; input is kept as drafts. The sign-in pages do the same
 * without this code (src/entries/inline/auth-boot.js).
 */
export function chooseLocale(locale: Locale): void {
  document.cookie = `${LOCALE_COOKIE}=${locale};path=/;max-age=31536000;samesite=lax`
  location.reload()
}
