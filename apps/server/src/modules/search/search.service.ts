import type { SearchResult } from '@fettle/protocol/workspace/search'
import type { Deps } from '../../platform/deps.ts'
import { customerNameOf } from '../../platform/locale/customer-name.ts'
import { listCustomers } from '../customers/index.ts'
import { listFaqs } from '../support/index.ts'
import * as store from './search.store.ts'

/** Results of each kind. */
const PER_KIND = 5
const RECENT = 5
/** Characters of a message that are shown. */
const EXCERPT = 200

export interface SearchDeps extends Pick<Deps, 'db'> {
  /** Asks the chat. */
  searchMessages: (
    providerId: string,
    text: string,
    limit: number,
  ) => Promise<
    { id: string; cid: string; text: string; at: string; customer: { name: string; avatar: string | null } }[]
  >
}

/** The latest records of all kinds, newest first. */
export async function listRecent({ db }: Pick<Deps, 'db'>, providerId: string): Promise<SearchResult[]> {
  const found = await Promise.all(
    store.recordKinds.map((kind) => store.listLatest(db, kind, { providerId, limit: RECENT })),
  )
  return found
    .flat()
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, RECENT)
    .map(toResult)
}

/** The latest matches of each kind, in the order of the kinds. */
export async function search(
  deps: SearchDeps,
  providerId: string,
  { text, locale }: { text: string; locale: Parameters<typeof listFaqs>[2]['locale'] },
): Promise<SearchResult[]> {
  const [{ customers }, records, messages, { faqs }] = await Promise.all([
    listCustomers(deps, providerId, { q: text, limit: PER_KIND }),
    Promise.all(
      store.recordKinds.map((kind) => store.findLatest(deps.db, kind, { providerId, text, limit: PER_KIND })),
    ),
    deps.searchMessages(providerId, text, PER_KIND),
    listFaqs(deps, providerId, { q: text, locale, limit: PER_KIND }),
  ])
  const none = { reference: null, status: null, customer: null, cid: null }
  return [
    ...customers.map(({ id, name, avatar, lastBookedAt: at }): SearchResult => ({
      ...none,
      kind: 'CUSTOMER',
      id,
      title: name,
      customer: { name, avatar },
      at,
    })),
    ...records.flat().map(toResult),
    ...messages.map(({ text: message, customer: { name, avatar }, ...found }): SearchResult => ({
      ...none,
      ...found,
      customer: { name: customerNameOf(name), avatar },
      kind: 'MESSAGE',
      title: Array.from(message).slice(0, EXCERPT).join(''),
    })),
    ...faqs.map(({ slug, title, updatedAt: at }): SearchResult => ({ ...none, kind: 'ARTICLE', id: slug, title, at })),
  ]
}

const toResult = ({ customerName: name, customerAvatar: avatar, at, ...record }: store.FoundRecord): SearchResult => ({
  ...record,
  customer: { name: customerNameOf(name), avatar },
  cid: null,
  at: at.toISOString(),
})
