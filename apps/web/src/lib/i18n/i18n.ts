import type { Locale } from '@fettle/protocol/common/locales'
import { i18n, type Messages } from '@lingui/core'

export type { Locale }
export type Catalog = () => Promise<{ messages: Messages }>
/** For each part of the app its sentences in one language; built by build/split-catalogs.ts. */
export type Catalogs = Partial<Record<string, Catalog>>

/** The English ones at once, those of other languages when they are asked for. */
export interface CatalogIndex {
  sentences: Catalogs
  others: Partial<Record<string, () => Promise<{ sentences: Catalogs }>>>
}

/** The sentences of this page's language. */
export async function ownCatalogs({ sentences, others }: CatalogIndex): Promise<Catalogs> {
  const load = others[ownLocale()]
  return load ? (await load()).sentences : sentences
}

/** The language of this page: the server has sent it in the one that was chosen, or that the browser likes best. */
export const ownLocale = (): Locale => (document.documentElement.lang || 'en') as Locale

/** Adds sentences to those that are there: a feature's may arrive before the frame's. */
export async function addCatalog(load: Catalog, locale: Locale): Promise<void> {
  const { messages } = await load()
  i18n.load(locale, messages)
}

/** Loads the first sentences of a language and speaks it. */
export async function activateLocale(load: Catalog | undefined, locale: Locale): Promise<void> {
  if (load) await addCatalog(load, locale)
  i18n.activate(locale)
}
