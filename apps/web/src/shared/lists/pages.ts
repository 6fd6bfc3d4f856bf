import type { Call, CallInput, PageMeta, Result } from '@fettle/protocol'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callWithMeta } from '../../lib/http/api.ts'
import { keyOf } from '../../lib/http/query.ts'

const PAGE_SIZE = 20

/** A page of a list, with what its answer says about the whole list. */
export type ListPage<C extends Call, Meta = PageMeta> = Meta & { rows: Result<C>; nextCursor: string | null }

/** TanStack Query options of a list that is read in pages. `Meta` is what each answer says about the whole list. */
export const pagesOf = <C extends Call, Meta = PageMeta>(operation: C, input: CallInput<C>) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(operation, input), 'pages'],
    queryFn: async ({ pageParam, signal }): Promise<ListPage<C, Meta>> => {
      const { query } = input as { query?: object }
      const page = { ...input, query: { ...query, limit: PAGE_SIZE, cursor: pageParam } } as CallInput<C>
      const { data, meta } = await callWithMeta(operation, page, { signal })
      return { ...(meta as Meta & { nextCursor: string | null }), rows: data }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
