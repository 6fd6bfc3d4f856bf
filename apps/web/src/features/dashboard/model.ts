import { formatterOf } from '@fettle/i18n/format'
import type { Dashboard, DashboardRange, Kpi, KpiKey, DashboardStop, Todo } from '@fettle/protocol/workspace/dashboard'

export type PartOfDay = 'night' | 'morning' | 'afternoon' | 'evening'

/** Part of the day in local time. */
export function partOfDay(now: Date): PartOfDay {
  const hour = now.getHours()
  if (hour < 5) return 'night'
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

/** Formats a date as `Friday 21 November` in the given language. */
export const longDay = (now: Date, locale: string): string =>
  formatterOf(locale).date(now, { weekday: 'long', day: 'numeric', month: 'long' })

const ranges: readonly DashboardRange[] = ['7d', '30d', '90d', '12m']

/** Range named in the address; a month by default. */
export const rangeOf = (search: URLSearchParams): DashboardRange =>
  ranges.find((range) => range === search.get('range')) ?? '30d'

/** KPIs shown first; the others are behind a button. */
const mainKeys: readonly KpiKey[] = ['earnings', 'upcomingValue', 'jobsCompleted', 'acceptanceRate']

export const mainKpis = (kpis: readonly Kpi[]): Kpi[] =>
  mainKeys.flatMap((key) => kpis.filter((kpi) => kpi.key === key))

export const otherKpis = (kpis: readonly Kpi[]): Kpi[] => kpis.filter(({ key }) => !mainKeys.includes(key))

/** Whether the change is an improvement; undefined when there is none. */
export function isBetter({ deltaPercent, goodDirection }: Kpi): boolean | undefined {
  if (!deltaPercent) return undefined
  return deltaPercent > 0 === (goodDirection === 'UP')
}

/** The most urgent action. */
export type NextThing =
  | { kind: 'stop'; stop: DashboardStop; isRunning: boolean }
  | { kind: 'todo'; todo: Todo }
  | { kind: 'messages'; count: number }
  | { kind: 'nothing' }

const running = new Set(['EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED'])
const done = new Set(['AWAITING_CONFIRMATION', 'COMPLETED'])

export const isDone = ({ status }: DashboardStop): boolean => done.has(status)

/** Selects the most urgent action: a running job, then urgent to-dos, today's next job, then messages. */
export function nextThingOf({ today, todos }: Pick<Dashboard, 'today' | 'todos'>, unread: number): NextThing {
  const underWay = today.stops.find(({ status }) => running.has(status))
  if (underWay) return { kind: 'stop', stop: underWay, isRunning: true }
  const pressing = todos.find(({ severity, dueAt }) => severity === 'HIGH' && dueAt !== null)
  if (pressing) return { kind: 'todo', todo: pressing }
  const next = today.stops.find(({ status }) => status === 'CONFIRMED')
  if (next) return { kind: 'stop', stop: next, isRunning: false }
  if (unread > 0) return { kind: 'messages', count: unread }
  return { kind: 'nothing' }
}

/** To-dos besides the first action, without those that the setup steps cover. */
export const remainingStops = (todos: readonly Todo[], first: NextThing, setup: Dashboard['setup']): Todo[] =>
  todos.filter(
    ({ id, redirect }) =>
      !(first.kind === 'todo' && first.todo.id === id) &&
      !setup?.steps.some((step) => !step.done && step.redirect === redirect),
  )

/** Link to directions in the phone's map app. */
export function directionsTo({ lat, lng, address }: Pick<DashboardStop, 'lat' | 'lng' | 'address'>): string {
  const to = lat === null || lng === null ? address : `${lat},${lng}`
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(to)}`
}
