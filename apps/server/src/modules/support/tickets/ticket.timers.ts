import type { Deps } from '../../../platform/deps.ts'
import { hoursOf, promisedBy, formatPromise } from './hours.rules.ts'
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
  const until = formatPromise(firstResponseDueAt, hoursOf(settings()))
  const words = isRaised
    ? `We promised a first answer by now and did not keep it. Your ticket moved up from ${before.priority.toLowerCase()} to ${priority.toLowerCase()} priority: expect an answer by ${until}.`
    : 'We promised a first answer by now and did not keep it. Your ticket has the highest priority already.'
  return {
    after: { ...before, priority, promiseMissed: true, firstResponseDueAt, version: before.version + 1 },
    event: { type: 'ticket.promise-missed', actor: system, data: { from: before.priority, to: priority } },
    message: { author: 'SYSTEM', text: words },
  }
}

const remind = (before: TicketRecord, now: Date): TicketTransition => ({
  after: { ...before, remindedAt: now, version: before.version + 1 },
  event: { type: 'ticket.reminded', actor: system },
  message: {
    author: 'SYSTEM',
    text: 'We still wait for your answer. If we hear nothing for seven days, we take it as settled; you can open it again.',
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
    message: { author: 'SYSTEM', text: 'No longer on hold: we go on with it.' },
  }),
  remind: (_, before, now) => remind(before, now),
  silence: (_, before, now) => ({
    after: rules.transition(before, 'resolve-silent', 'SYSTEM', now),
    event: { type: 'ticket.resolved', actor: system, data: { silent: true } },
    message: {
      author: 'SYSTEM',
      text: 'We heard nothing for seven days, so we take it as settled. Open it again if it is not.',
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
