import { LOCALE_COOKIE, type Locale } from '@fettle/protocol/common/locales'

/**
 * From now on in another language: the server sends the page anew in it, and what is being written is kept as drafts
 * are. The sign-in pages do the same without their code (src/entries/inline/auth-boot.js).
 */
export function chooseLocale(locale: Locale): void {
  document.cookie = `${LOCALE_COOKIE}=${locale};path=/;max-age=31536000;samesite=lax`
  location.reload()
}
