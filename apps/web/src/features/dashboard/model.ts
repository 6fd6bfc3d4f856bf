import { formatterOf } from '@fettle/i18n/format'
import type {
  Dashboard,
  DashboardRange,
  Kpi,
  KpiKey,
  DashboardStop,
  Todo,
  TodoKind,
} from '@fettle/protocol/workspace/dashboard'

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

export const todoGroups = ['requests', 'jobs', 'offers', 'money', 'messages', 'account'] as const
export type TodoGroup = (typeof todoGroups)[number]

const groupOf: Record<TodoKind, TodoGroup> = {
  RESPOND_REQUEST: 'requests',
  ANSWER_PROPOSAL: 'requests',
  COMPLETE_JOB: 'jobs',
  SCHEDULE_ACCEPTED_WORK: 'jobs',
  CONTEST_ATTRIBUTION: 'jobs',
  ANSWER_DISPUTE: 'jobs',
  REVISE_OFFER: 'offers',
  FINISH_DRAFT_OFFER: 'offers',
  FOLLOW_UP_OFFER: 'offers',
  SIGN_CONTRACT: 'offers',
  SUBMIT_MILESTONE: 'offers',
  ANSWER_CHANGE_ORDER: 'offers',
  SEND_INVOICE: 'money',
  FIX_PAYOUT: 'money',
  REPLY_MESSAGE: 'messages',
  REPLY_REVIEW: 'messages',
  ANSWER_TICKET: 'messages',
  RENEW_DOCUMENT: 'account',
  ADD_BANK_ACCOUNT: 'account',
  UPLOAD_DOCUMENT: 'account',
  SET_AVAILABILITY: 'account',
}

/** To-dos by what they are about, the group with the most urgent one first; their order stays. */
export function groupTodos(todos: readonly Todo[]): { group: TodoGroup; todos: Todo[] }[] {
  const groups = new Map<TodoGroup, Todo[]>()
  for (const todo of todos) groups.set(groupOf[todo.kind], [...(groups.get(groupOf[todo.kind]) ?? []), todo])
  return [...groups].map(([group, of]) => ({ group, todos: of }))
}

/** Id of the booking whose request a to-do can accept where it is listed; a series is answered on its page. */
export const requestOf = ({ id, kind, about }: Todo): string | undefined => {
  const subject = id.split(':')[1] ?? ''
  return kind === 'RESPOND_REQUEST' && subject.startsWith('bkg_') && (about.visits ?? 1) <= 1 ? subject : undefined
}

/** Link to directions in the phone's map app. */
export function directionsTo({ lat, lng, address }: Pick<DashboardStop, 'lat' | 'lng' | 'address'>): string {
  const to = lat === null || lng === null ? address : `${lat},${lng}`
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(to)}`
}
