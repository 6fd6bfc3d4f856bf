import * as words from 'virtual:sentences-of-terms'
import { addCatalog, ownLocale, ownCatalogs } from '../../../lib/i18n/i18n.ts'
import { useLazy } from '../use-lazy.ts'
import type { TermsProps } from './terms.tsx'

/** What must be accepted, with its words: most sites ask for nothing, so they are not among those of the page. */
export function Terms(props: TermsProps) {
  const part = useLazy(loadTerms)
  return part && <part.Terms {...props} />
}

async function loadTerms() {
  const load = (await ownCatalogs(words))['auth/terms']
  if (load) await addCatalog(load, ownLocale())
  return import('./terms.tsx')
}
