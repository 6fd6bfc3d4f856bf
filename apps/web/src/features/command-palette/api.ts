import { searchEverything } from '@fettle/protocol/workspace/calls'
import { queryOf } from '../../lib/http/query.ts'
import { ownLocale } from '../../lib/i18n/i18n.ts'

/** The latest records, shown while nothing is typed. */
export const recentQuery = queryOf(searchEverything, { query: { locale: ownLocale() } })

/** Matches of all kinds. */
export const searchQuery = (q: string) => queryOf(searchEverything, { query: { locale: ownLocale(), q } })
