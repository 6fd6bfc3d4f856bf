import type { Faq } from '@fettle/protocol/support/support'
import { getFaq, getSupportStatus, listFaqs, voteForFaq } from '@fettle/protocol/support/calls'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call, callWithMeta } from '../../lib/http/api.ts'
import { ownLocale } from '../../lib/i18n/i18n.ts'
import { keyOf, queryOf } from '../../lib/http/query.ts'

const PAGE_SIZE = 100

/** All articles ordered by topic; few enough to store on the device. */
export const allFaqsQuery = queryOptions({
  // Keyed by language, so that stored articles of another language are not shown.
  queryKey: keyOf(listFaqs, { locale: ownLocale() }),
  queryFn: async ({ signal }): Promise<Faq[]> => {
    const all: Faq[] = []
    let cursor: string | undefined
    do {
      const query = { locale: ownLocale(), limit: PAGE_SIZE, cursor }
      const { data, meta } = await callWithMeta(listFaqs, { query }, { signal })
      all.push(...data)
      const next = meta?.['nextCursor']
      cursor = typeof next === 'string' ? next : undefined
    } while (cursor !== undefined)
    return all
  },
  // Articles rarely change.
  staleTime: 10 * 60_000,
})

/** Search results, best match first. */
export const foundFaqsQuery = (q: string, limit = 20) =>
  queryOptions({
    // A key of its own, because searches are not stored on the device.
    queryKey: ['foundFaqs', q, limit],
    queryFn: ({ signal }) => call(listFaqs, { query: { q, limit, locale: ownLocale() } }, { signal }),
    staleTime: 60_000,
  })

/** One article; taken from the full list when that is loaded. */
export const faqQuery = (client: QueryClient, slug: string) =>
  queryOptions({
    queryKey: ['faq', slug],
    queryFn: ({ signal }) => call(getFaq, { params: { slug }, query: { locale: ownLocale() } }, { signal }),
    placeholderData: () => client.getQueryData(allFaqsQuery.queryKey)?.find((faq) => faq.slug === slug),
    staleTime: 10 * 60_000,
  })

export const supportStatusQuery = {
  ...queryOf(getSupportStatus, {}),
  // Poll, so that an open page shows changes.
  refetchInterval: 60_000,
}

/** Mutation that rates an article as helpful or not. */
export const voteOn = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, helpful }: { slug: string; helpful: boolean }) =>
      call(voteForFaq, { params: { slug }, query: { locale: ownLocale() }, body: { helpful } }),
    onSuccess: (faq) => {
      client.setQueryData(faqQuery(client, faq.slug).queryKey, faq)
      client.setQueryData(allFaqsQuery.queryKey, (all) => all?.map((each) => (each.slug === faq.slug ? faq : each)))
    },
  })
