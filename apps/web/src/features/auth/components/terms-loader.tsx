import * as words from 'virtual:sentences-of-terms'
import { addCatalog, ownLocale, ownCatalogs } from '../../../lib/i18n/i18n.ts'
import { useLazy } from '../use-lazy.ts'
import type { TermsProps } from './terms.tsx'

/** Lazy terms checkbox with its messages. Most sites have no terms, so the page does not carry them. */
export function Terms(props: TermsProps) {
  const part = useLazy(loadTerms)
  return part && <part.Terms {...props} />
}

async function loadTerms() {
  const load = (await ownCatalogs(words))['auth/terms']
  if (load) await addCatalog(load, ownLocale())
  return import('./terms.tsx')
}
