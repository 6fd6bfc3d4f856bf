import { locales, LOCALE_COOKIE, PSEUDO_LOCALE, type Locale } from '@fettle/i18n/locales'
import { saveLanguage } from '@fettle/protocol/accounts/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Languages } from 'lucide-react'
import { useState } from 'react'
import { wouldLoseInput } from '../../lib/forms/dirty-fields.ts'
import { call } from '../../lib/http/api.ts'
import { hasCode } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { ownLocale } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'

/**
 * Changes the language: the server sends the page again in it. The sign-in pages do the same
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
  const [chosen, setChosen] = useState<string>(ownLocale)
  const [isBusy, setBusy] = useState(false)
  const change = async () => {
    if (wouldLoseInput()) {
      toast.info(t`Finish what you're writing first`, { body: t`The page loads again in the other language.` })
      return
    }
    const locale = chosen as Locale
    setBusy(true)
    try {
      if (chosen !== PSEUDO_LOCALE) await call(saveLanguage, { body: { locale } })
    } catch (error) {
      // Offline it applies to this device only; the account gets it with the next sign-in.
      if (!hasCode(error, 'NETWORK')) {
        setBusy(false)
        toast.error(errorText(error, t`We couldn't change the language. Try again.`))
        return
      }
    }
    chooseLocale(locale)
  }
  return (
    <div className="grid gap-2 px-1.5">
      <label className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        <Languages size={20} aria-hidden="true" className="text-text-muted" />
        <span className="flex-1">{t`Language`}</span>
        <select className="control w-auto min-w-0" value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {offered.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {nameOf(locale)}
            </option>
          ))}
        </select>
      </label>
      {/* The page loads again: arrow keys that only look through the languages must not do that. */}
      {chosen !== ownLocale() && (
        <Button size="sm" variant="secondary" busy={isBusy} onClick={() => void change()} className="justify-self-end">
          <Trans>Change language</Trans>
        </Button>
      )}
    </div>
  )
}
