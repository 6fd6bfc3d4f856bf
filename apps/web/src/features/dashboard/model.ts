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
import { addDays } from '../../lib/format/wall-time.ts'

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
export type MostUrgent =
  | { kind: 'stop'; stop: DashboardStop; isRunning: boolean }
  | { kind: 'todo'; todo: Todo }
  | { kind: 'messages'; count: number }
  | { kind: 'nothing' }

const running = new Set(['EN_ROUTE', 'ARRIVED', 'IN_PROGRESS', 'PAUSED'])
const doneStatuses = new Set(['AWAITING_CONFIRMATION', 'COMPLETED'])

export const isDone = ({ status }: DashboardStop): boolean => doneStatuses.has(status)

/** Selects the most urgent action: a running job, then urgent to-dos, today's next job, then messages. */
export function mostUrgentOf({ today, todos }: Pick<Dashboard, 'today' | 'todos'>, unread: number): MostUrgent {
  const underWay = today.stops.find(({ status }) => running.has(status))
  if (underWay) return { kind: 'stop', stop: underWay, isRunning: true }
  const pressing = todos.find(({ severity, dueAt }) => severity === 'HIGH' && dueAt !== null)
  if (pressing) return { kind: 'todo', todo: pressing }
  const next = today.stops.find(({ status }) => status === 'CONFIRMED')
  if (next) return { kind: 'stop', stop: next, isRunning: false }
  if (unread > 0) return { kind: 'messages', count: unread }
  return { kind: 'nothing' }
}

/** Id of the job a to-do is about; undefined for offers, invoices and the rest. */
export const jobOf = ({ id }: Todo): string | undefined => {
  const subject = id.split(':')[1] ?? ''
  return subject.startsWith('bkg_') ? subject : undefined
}

/** Id of the job on the card of the most urgent action. */
const jobOnCard = (mostUrgent: MostUrgent): string | undefined => {
  if (mostUrgent.kind === 'stop') return mostUrgent.stop.bookingId
  return mostUrgent.kind === 'todo' ? jobOf(mostUrgent.todo) : undefined
}

/** A stop with the to-dos of its job. */
export interface Stop {
  stop: DashboardStop
  todos: Todo[]
}

export interface HomeLists {
  /** Further to-dos of the job on the card. */
  cardTodos: Todo[]
  stops: Stop[]
  todos: Todo[]
  /** How many jobs there are, the first if the list begins with it, those not shown elsewhere, how many are left out. */
  tomorrow: Dashboard['today']['tomorrow'] & {
    date: string
    begins: Dashboard['today']['tomorrow']['first'][number] | undefined
    leftOut: number
  }
  unscheduled: Dashboard['today']['unscheduled']
}

/**
 * Everything below the card of the most urgent action, each job once: on the card, else among today's stops, else among
 * the to-dos, else under tomorrow or unscheduled. The to-dos of a shown job are with it. Those that the setup
 * steps cover are left out.
 */
export function listsOf({ today, todos, setup }: Dashboard, mostUrgent: MostUrgent): HomeLists {
  const onCard = jobOnCard(mostUrgent)
  const stops = today.stops.filter(({ bookingId }) => bookingId !== onCard)
  const isStop = (job: string | undefined) => stops.some(({ bookingId }) => bookingId === job)
  const open = todos.filter(
    ({ id, redirect }) =>
      !(mostUrgent.kind === 'todo' && mostUrgent.todo.id === id) &&
      !setup?.steps.some((step) => !step.done && step.redirect === redirect),
  )
  const todosOf = (job: string | undefined) => (job === undefined ? [] : open.filter((todo) => jobOf(todo) === job))
  const listedTodos = open.filter((todo) => {
    const job = jobOf(todo)
    return job === undefined || (job !== onCard && !isStop(job))
  })
  const shown = new Set([onCard, ...stops.map(({ bookingId }) => bookingId), ...listedTodos.map(jobOf)])
  const { total, first: ahead } = today.tomorrow
  const unshown = ahead.filter(({ bookingId }) => !shown.has(bookingId))
  return {
    // A running job is finished with the button of its card.
    cardTodos: todosOf(onCard).filter(({ kind }) => mostUrgent.kind === 'todo' || kind !== 'COMPLETE_JOB'),
    stops: stops.map((stop) => ({ stop, todos: todosOf(stop.bookingId) })),
    todos: listedTodos,
    tomorrow: {
      date: addDays(today.date, 1),
      total,
      // A first job that is shown above, with its time, does not begin this list.
      begins: unshown.length === 0 || unshown[0] === ahead[0] ? ahead[0] : undefined,
      first: unshown,
      leftOut: total - unshown.length,
    },
    unscheduled: today.unscheduled.filter(({ bookingId }) => !shown.has(bookingId)),
  }
}

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

/** Id of the booking whose request is answered where the to-do is listed; a series is answered on its page. */
export const requestOf = (todo: Todo): string | undefined =>
  todo.kind === 'RESPOND_REQUEST' && (todo.about.visits ?? 1) <= 1 ? jobOf(todo) : undefined
