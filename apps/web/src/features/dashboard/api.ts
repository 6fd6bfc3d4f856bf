import type { DashboardRange, KpiKey, Todo } from '@fettle/protocol/workspace/dashboard'
import { dismissTodo, getDashboard, listKpiItems } from '@fettle/protocol/workspace/calls'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/api.ts'
import { pagesOf } from '../../shared/lists/pages.ts'
import { keyOf, queryOf } from '../../lib/http/query.ts'

/** Query of the whole dashboard. Changing the range keeps the previous data until the new data arrives. */
export const dashboardQuery = (range: DashboardRange) =>
  queryOptions({ ...queryOf(getDashboard, { query: { range } }), placeholderData: keepPreviousData })

/** Pages of the items behind a KPI. */
export const kpiItemsQuery = (key: KpiKey, range: DashboardRange) =>
  pagesOf(listKpiItems, { params: { key }, query: { range } })

/** Mutation that dismisses a to-do until tomorrow: optimistic, rolled back on refusal. */
export const dismissing = (client: QueryClient, range: DashboardRange) => ({
  mutationFn: (id: string) => call(dismissTodo, { params: { id }, body: {} }),
  onMutate: async (id: string) => {
    const { queryKey } = dashboardQuery(range)
    await client.cancelQueries(dashboardQuery(range))
    const before = client.getQueryData(queryKey)?.todos ?? []
    const at = before.findIndex((todo) => todo.id === id)
    const change = (update: (todos: readonly Todo[]) => Todo[]) =>
      client.setQueryData(queryKey, (home) => home && { ...home, todos: update(home.todos) })
    const without = (todos: readonly Todo[]) => todos.filter((todo) => todo.id !== id)
    change(without)
    // Others may be dismissed meanwhile.
    return { undo: () => change((todos) => without(todos).toSpliced(at, 0, ...before.slice(at, at + 1))) }
  },
  onSettled: () => client.invalidateQueries({ queryKey: keyOf(getDashboard).slice(0, 1) }),
})
