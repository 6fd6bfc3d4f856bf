import { PSEUDO_LOCALE, type Locale } from '@fettle/i18n/locales'
import { i18n, type Messages } from '@lingui/core'
import { appAreas } from './areas.ts'

export type { Locale }

/** Translations by language and area (areas.ts). English is in the code (lingui-macro.ts). */
const catalogues = import.meta.glob<{ messages: Messages }>([
  '../../../../../packages/i18n/locales/*/{web,chat,sign-in,fields}.po',
  '!../../../../../packages/i18n/locales/{en,en-XA}/*.po',
])

/** Language of the page, which the server has chosen by setting or browser preference. */
export const ownLocale = (): Locale => (document.documentElement.lang || 'en') as Locale

/** Accented English, made by Lingui from the English files. Left out of the build. */
const pseudoCatalogues = import.meta.env.DEV
  ? import.meta.glob<{ messages: Messages }>('../../../../../packages/i18n/locales/en-XA/*.po')
  : {}

/** Loads a language's translations and shows the page in it. */
export async function activateLocale(locale: Locale, areas = appAreas): Promise<void> {
  const files = Object.entries({ ...catalogues, ...pseudoCatalogues })
  const matching = files.filter(([path]) => areas.some((area) => path.endsWith(`/${locale}/${area}.po`)))
  const loaded = await Promise.all(matching.map(([, load]) => load()))
  const messages = Object.assign({}, ...loaded.map(({ messages }) => messages)) as Messages
  const isPseudo = import.meta.env.DEV && (locale as string) === PSEUDO_LOCALE
  i18n.loadAndActivate({ locale, messages: isPseudo ? lengthen(messages) : messages })
}

/** Doubles the accented vowels, which makes texts about forty per cent longer. Names of placeholders have no accents. */
const lengthen = (messages: Messages): Messages =>
  JSON.parse(JSON.stringify(messages).replace(/[àēĩōũÀĒĨŌŨ]/g, '$&$&')) as Messages
