import type { Money } from '@fettle/protocol'
import { formatterOf } from '@fettle/i18n/format'
import type { Locale } from '@fettle/i18n/locales'

/** Formats an amount with its currency for a locale: `₦15,000`, `15 000 ₦`. */
export const formatMoney = ({ amount, currency }: Money, locale: Locale = 'en'): string =>
  formatterOf(locale).money({ amount, currency })
