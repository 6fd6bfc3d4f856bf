import { getFaq, getSupportStatus, listFaqs, voteForFaq, type Faq } from '@fettle/protocol/support/support'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call, callWithMeta } from '../../lib/http/api.ts'
import { ownLocale } from '../../lib/i18n/i18n.ts'
import { keyOf, queryOf } from '../../lib/http/query.ts'

const PAGE_SIZE = 100

/** Every article in the order of the topics: few enough to be kept on the device whole. */
export const allFaqsQuery = queryOptions({
  // What is kept on the device of another language is not shown in its place.
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
  // They change when somebody edits one.
  staleTime: 10 * 60_000,
})

/** What matches, the best first. */
export const foundFaqsQuery = (q: string, limit = 20) =>
  queryOptions({
    // Not under the articles: what was looked for is not kept on the device.
    queryKey: ['foundFaqs', q, limit],
    queryFn: ({ signal }) => call(listFaqs, { query: { q, limit, locale: ownLocale() } }, { signal }),
    staleTime: 60_000,
  })

/** One article; it is there at once where all of them are. */
export const faqQuery = (client: QueryClient, slug: string) =>
  queryOptions({
    queryKey: ['faq', slug],
    queryFn: ({ signal }) => call(getFaq, { params: { slug }, query: { locale: ownLocale() } }, { signal }),
    placeholderData: () => client.getQueryData(allFaqsQuery.queryKey)?.find((faq) => faq.slug === slug),
    staleTime: 10 * 60_000,
  })

export const supportStatusQuery = {
  ...queryOf(getSupportStatus, {}),
  // Whoever stands before it wants to see it change.
  refetchInterval: 60_000,
}

/** Whether an article helped. */
export const voteOn = (client: QueryClient) =>
  mutationOptions({
    networkMode: 'always',
    mutationFn: ({ slug, helpful }: { slug: string; helpful: boolean }) =>
      call(voteForFaq, { params: { slug }, query: { locale: ownLocale() }, body: { helpful } }),
    onSuccess: (faq) => {
      client.setQueryData(faqQuery(client, faq.slug).queryKey, faq)
      client.setQueryData(allFaqsQuery.queryKey, (all) => all?.map((each) => (each.slug === faq.slug ? faq : each)))
    },
  })
