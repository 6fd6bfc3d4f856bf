import type { Deps } from '../../../platform/deps.ts'
import { instantParam, storeText, type Text } from '../../../platform/locale/messages.ts'
import { hoursOf, promisedBy } from './hours.rules.ts'
import { runTicketTransition, TIMER_JOB, system, type TicketTransition } from './ticket.workflow.ts'
import { toNotification } from './tickets.operator.ts'
import * as rules from './ticket.rules.ts'
import type { TicketRecord, TicketTimerKind } from './ticket.rules.ts'
import * as store from './tickets.store.ts'

/** Timers of tickets. This one raises the priority after a missed promise and sets that of the new priority. */
function missPromise({ settings }: Pick<Deps, 'settings'>, before: TicketRecord, now: Date): TicketTransition {
  const priority = rules.raised(before.priority)
  const isRaised = priority !== before.priority
  const firstResponseDueAt = isRaised ? promisedBy(now, priority, settings()) : before.firstResponseDueAt
  const until = instantParam(firstResponseDueAt, hoursOf(settings()).timeZone)
  const text: Text = isRaised
    ? { code: 'TICKET_PROMISE_MISSED_RAISED', params: { from: before.priority, to: priority, until } }
    : { code: 'TICKET_PROMISE_MISSED' }
  return {
    after: { ...before, priority, promiseMissed: true, firstResponseDueAt, version: before.version + 1 },
    event: { type: 'ticket.promise-missed', actor: system, data: { from: before.priority, to: priority } },
    message: { author: 'SYSTEM', text: storeText(text) },
  }
}

const remind = (before: TicketRecord, now: Date): TicketTransition => ({
  after: { ...before, remindedAt: now, version: before.version + 1 },
  event: { type: 'ticket.reminded', actor: system },
  message: {
    author: 'SYSTEM',
    text: storeText({ code: 'TICKET_REMINDER' }),
  },
  notification: toNotification(before, 'ticket-waiting', {
    silentUntil: rules.silentUntil(before)?.toISOString() ?? now.toISOString(),
  }),
})

const timedTransitions: Record<TicketTimerKind, (deps: Deps, before: TicketRecord, now: Date) => TicketTransition> = {
  promise: missPromise,
  resume: (_, before, now) => ({
    after: rules.transition(before, 'resume', 'SYSTEM', now),
    event: { type: 'ticket.resumed', actor: system },
    message: { author: 'SYSTEM', text: storeText({ code: 'TICKET_RESUMED' }) },
  }),
  remind: (_, before, now) => remind(before, now),
  silence: (_, before, now) => ({
    after: rules.transition(before, 'resolve-silent', 'SYSTEM', now),
    event: { type: 'ticket.resolved', actor: system, data: { silent: true } },
    message: {
      author: 'SYSTEM',
      text: storeText({ code: 'TICKET_RESOLVED_SILENTLY' }),
    },
    notification: toNotification(before, 'ticket-resolved', { isSilent: true }),
  }),
  close: (_, before, now) => ({
    after: rules.transition(before, 'close', 'SYSTEM', now),
    event: { type: 'ticket.closed', actor: system },
  }),
}

/** Registers the timers. Each fires once, unless the ticket moved on; idempotent and safe to run concurrently. */
export function handleTimers(deps: Deps): void {
  deps.jobs.handle<{ id: string; kind: TicketTimerKind }>(TIMER_JOB, async ({ id, kind }) => {
    // Deleted with its account.
    if (!(await store.find(deps.db, id))) return
    await runTicketTransition(deps, id, {
      decide: (before, now) => (rules.isDue(before, kind, now) ? timedTransitions[kind](deps, before, now) : undefined),
    })
  })
}
