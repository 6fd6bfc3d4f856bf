import { i18n } from '@lingui/core'
import { sentences } from 'virtual:sentences-of-terms'
import type { Locale } from '../../../lib/i18n.ts'
import { useLater } from '../use-later.ts'
import type { TermsProps } from './terms.tsx'

/** What must be accepted, with its words: most sites ask for nothing, so they are not among those of the page. */
export function Terms(props: TermsProps) {
  const part = useLater(loadTerms)
  return part && <part.Terms {...props} />
}

async function loadTerms() {
  const words = await sentences['auth/terms']?.[i18n.locale as Locale]?.()
  if (words) i18n.load(i18n.locale, words.messages)
  return import('./terms.tsx')
}
