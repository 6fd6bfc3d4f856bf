import type { Deps } from '../../../platform/deps.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import { storeText, type Text } from '../../../platform/locale/messages.ts'
import { findTimeZone } from '../../auth/index.ts'
import { hoursOf, promisedBy } from './hours.rules.ts'
import { toNotification } from './ticket.effects.ts'
import { addMessage } from './ticket-messages.service.ts'
import { ticketTimers, ticketWorkflow, type TicketTransition } from './ticket.workflow.ts'
import * as rules from './ticket.rules.ts'
import type { TicketTimerKind } from './ticket.rules.ts'

/** The transitions that the timers of tickets fire. */
const timedTransitions: Record<TicketTimerKind, (deps: Deps) => TicketTransition> = {
  /** Raises the priority after a missed promise, and promises what the new priority does. */
  promise: (deps) => ({
    decide(before, { now }, tx) {
      const settings = deps.settings()
      const priority = rules.raisePriority(before.priority)
      const isRaised = priority !== before.priority
      const firstResponseDueAt = isRaised ? promisedBy(now, priority, settings) : before.firstResponseDueAt
      const until = instantParam(firstResponseDueAt, hoursOf(settings).timeZone)
      const text: Text = isRaised
        ? { code: 'TICKET_PROMISE_MISSED_RAISED', params: { from: before.priority, to: priority, until } }
        : { code: 'TICKET_PROMISE_MISSED' }
      const after = { ...before, priority, promiseMissed: true, firstResponseDueAt, version: before.version + 1 }
      return addMessage(deps, tx, after, { author: 'SYSTEM', text: storeText(text) })
    },
    describeEffects: (after, before) => ({
      event: 'ticket.promise-missed',
      data: { from: before.priority, to: after.priority },
    }),
  }),
  resume: (deps) => ({
    decide: (before, { now }, tx) =>
      addMessage(deps, tx, rules.transition(before, 'resume', 'SYSTEM', now), {
        author: 'SYSTEM',
        text: storeText({ code: 'TICKET_RESUMED' }),
      }),
    describeEffects: () => ({ event: 'ticket.resumed' }),
  }),
  remind: (deps) => ({
    decide(before, { now }, tx) {
      const after = { ...before, remindedAt: now, version: before.version + 1 }
      return addMessage(deps, tx, after, { author: 'SYSTEM', text: storeText({ code: 'TICKET_REMINDER' }) })
    },
    async describeEffects(after, before, tx) {
      const silentUntil = (rules.silentUntil(before) ?? deps.clock.now()).toISOString()
      const timeZone = await findTimeZone(deps, tx, after.providerId)
      const params = { silentUntil, timeZone }
      return { event: 'ticket.reminded', notification: toNotification(after, 'ticket-waiting', params) }
    },
  }),
  silence: (deps) => ({
    decide: (before, { now }, tx) =>
      addMessage(deps, tx, rules.transition(before, 'resolve-silent', 'SYSTEM', now), {
        author: 'SYSTEM',
        text: storeText({ code: 'TICKET_RESOLVED_SILENTLY' }),
      }),
    describeEffects: (after) => ({
      event: 'ticket.resolved',
      data: { silent: true },
      notification: toNotification(after, 'ticket-resolved', { isSilent: true }),
    }),
  }),
  close: () => ({
    decide: (before, { now }) => rules.transition(before, 'close', 'SYSTEM', now),
    describeEffects: () => ({ event: 'ticket.closed' }),
  }),
}

/** Registers the job that fires the timers of tickets. */
export function handleTimers(deps: Deps): void {
  ticketTimers.handle(deps, (id, kind) => ticketWorkflow.fireTimer(deps, id, kind, timedTransitions[kind](deps)))
}
