import { locales, LOCALE_COOKIE, PSEUDO_LOCALE, type Locale } from '@fettle/i18n/locales'
import { saveLanguage } from '@fettle/protocol/accounts/calls'
import { t } from '@lingui/core/macro'
import { Languages } from 'lucide-react'
import { call } from '../../lib/http/api.ts'
import { ownLocale } from '../../lib/i18n/i18n.ts'

/**
 * Changes the language: the server sends the page again in it; input is kept as drafts. The sign-in pages do the same
 * without this code (src/entries/inline/auth-boot.js).
 */
function chooseLocale(locale: Locale): void {
  document.cookie = `${LOCALE_COOKIE}=${locale};path=/;max-age=31536000;samesite=lax`
  location.reload()
}

/** The pseudo-locale is for developers. */
const offered: readonly string[] = import.meta.env.DEV ? [...locales, PSEUDO_LOCALE] : locales

/** Each language by its own name, so that it can be found by somebody who cannot read the page. */
function nameOf(locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** Selects the language of the app on this device, and of messages to the provider. */
export function LanguageChoice() {
  return (
    <label className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-1.5">
      <Languages size={20} aria-hidden="true" className="text-text-muted" />
      <span className="flex-1">{t`Language`}</span>
      <select
        className="control w-auto min-w-0"
        defaultValue={ownLocale()}
        onChange={({ target }) => {
          const locale = target.value as Locale
          // Offline it applies to this device only; the account gets it with the next sign-in.
          void call(saveLanguage, { body: { locale } })
            .catch(() => undefined)
            .finally(() => chooseLocale(locale))
        }}
      >
        {offered.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {nameOf(locale)}
          </option>
        ))}
      </select>
    </label>
  )
}
