import type { Flow } from '@fettle/protocol'
import { actorOf, SYSTEM, type ActingOperator, type ActingPerson, type ActingSystem } from '../acting-party.ts'
import { appendEvent, type DomainEvent } from '../db/domain-events.ts'
import type { Queryable, Tx } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { effectiveTimeOf } from './effective-time.ts'
import { isRepeated } from './rules.ts'
import type { Timers } from './timers.ts'

/** A record with a life cycle. */
export interface WorkflowRecord {
  id: string
  version: number
  status: string
  providerId: string
  customer?: { id: string }
  customerId?: string
  /** The last transition and its author, by which a repetition is recognised. */
  lastAction?: string | null
  lastActionBy?: string | null
  firedTimers?: readonly string[]
}

/** An event of the timeline and, if partners know its name, of the feed. */
export interface WorkflowEvent {
  event: string
  data?: Record<string, unknown>
  visibility?: DomainEvent['visibility']
}

/** The types of one life cycle. */
export interface WorkflowTypes {
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'signal'>
  /** The parties that may act besides timers. */
  party: ActingPerson | ActingOperator
  record: WorkflowRecord
  /** Everything a decision depends on besides the record. */
  context: { now: Date }
  /** Events of a transition, and what `deliver` sends to others. */
  effects: WorkflowEvent | { events: readonly WorkflowEvent[] }
  /** Names of the flow's transitions. */
  action: string
  view: object
}

type Actor<T extends WorkflowTypes> = T['party'] | ActingSystem

/** A transition that was decided. */
export interface DecidedTransition<T extends WorkflowTypes> {
  before: T['record']
  after: T['record']
  effects: T['effects']
  action?: T['action'] | undefined
  /** When it happened for the actor, if not now. */
  at?: Date
  context?: T['context']
}

/** A transition to run. */
export interface TransitionRequest<T extends WorkflowTypes> {
  /** The transition of the flow, if it is one. A repetition by the same role changes nothing. */
  action?: T['action']
  version?: number | undefined
  occurredAt?: string | undefined
  /** Recognises a repetition where the last transition does not show it. */
  isDone?(record: T['record'], tx: Tx): boolean | Promise<boolean>
  /** The record after the transition, with the next version. Throws what the rules refuse. */
  decide(record: T['record'], context: T['context'] & { at: Date }, tx: Tx): T['record'] | Promise<T['record']>
  describeEffects(after: T['record'], before: T['record'], tx: Tx): T['effects'] | Promise<T['effects']>
  /** Runs what follows in the same transaction, such as a further transition. Returns the record after it. */
  followUp?(after: T['record'], tx: Tx): Promise<T['record']>
}

/** A timer without a transition: the record stays as it is. */
export interface TimedReminder<T extends WorkflowTypes> {
  remind(record: T['record'], tx: Tx): Promise<void>
}

interface WorkflowDefinition<T extends WorkflowTypes> {
  /** Name of the record in events, signals and errors. */
  subject: string
  flow: Flow<string, T['action'], string>
  /** Locks what the transition needs and loads the party's own record. Throws NOT_FOUND. */
  lock(tx: Tx, party: Actor<T>, id: string): Promise<T['record']>
  context(deps: T['deps'], tx: Tx, record: T['record'], party: Actor<T>): T['context'] | Promise<T['context']>
  save(tx: Tx, before: T['record'], after: T['record']): Promise<void>
  /** Fields of every event. */
  eventDefaults?(record: T['record']): Omit<WorkflowEvent, 'event'>
  /** Work that follows every transition: audit entries, slots, jobs, answered notifications. */
  afterSave?(deps: T['deps'], tx: Tx, party: Actor<T>, transition: DecidedTransition<T>): Promise<void>
  timers?: Timers<T['record']>
  /** Sends notifications and messages. */
  deliver?(deps: T['deps'], tx: Tx, record: T['record'], effects: T['effects']): Promise<void>
  /** Builds the party's view. `context` is that of the transition, if there was one. */
  view(
    deps: T['deps'],
    db: Queryable,
    record: T['record'],
    party: T['party'],
    context?: T['context'],
  ): Promise<T['view']>
  /** The current state a VERSION_CONFLICT shows. Default: the view. */
  conflictView?(deps: T['deps'], tx: Tx, record: T['record'], party: T['party']): Promise<object | undefined>
}

/**
 * Defines how the transitions of a life cycle run: lock, recognise a repetition, check the version, decide, save, append
 * the events, and in the same transaction everything that follows. `docs/how-to/add-a-state.md` has an example.
 */
export function defineWorkflow<T extends WorkflowTypes>(workflow: WorkflowDefinition<T>) {
  type D = T['deps']
  type Thing = T['record']
  type Effects = T['effects']
  type Request = TransitionRequest<T>
  const { subject, flow, timers } = workflow

  /** A record's fields in events and signals. */
  const subjectOf = ({ id, version, status }: Pick<Thing, 'id' | 'version' | 'status'>) => ({
    type: subject,
    id,
    version,
    status,
  })

  /** Appends an event about a record without a transition. The caller holds its lock. */
  async function append(
    deps: D,
    tx: Tx,
    party: Actor<T>,
    record: Thing,
    event: WorkflowEvent,
    at?: Date,
  ): Promise<void> {
    const defaults = workflow.eventDefaults?.(record)
    const visibility = event.visibility ?? defaults?.visibility
    await appendEvent(deps, tx, {
      subject: subjectOf(record),
      type: event.event,
      actor: actorOf(party),
      data: { ...defaults?.data, ...event.data },
      providerId: record.providerId,
      customerId: record.customer?.id ?? record.customerId ?? null,
      ...(at && { occurredAt: at }),
      ...(visibility && { visibility }),
    })
  }

  /** Appends events and sends notifications and messages, for a record that has no transition now. */
  async function announce(deps: D, tx: Tx, party: Actor<T>, record: Thing, effects: Effects, at?: Date): Promise<void> {
    for (const event of eventsOf(effects)) await append(deps, tx, party, record, event, at)
    await workflow.deliver?.(deps, tx, record, effects)
  }

  /** Announces a new record, which the caller has inserted, and starts its timers. */
  async function begin(deps: D, tx: Tx, party: Actor<T>, record: Thing, effects: Effects): Promise<void> {
    await announce(deps, tx, party, record, effects)
    await timers?.schedule(deps, tx, undefined, record)
  }

  /** Saves a decided transition with all that follows. The caller holds the record's lock. */
  async function commit(deps: D, tx: Tx, party: Actor<T>, transition: DecidedTransition<T>): Promise<void> {
    const { before, after, effects, at } = transition
    await workflow.save(tx, before, after)
    for (const event of eventsOf(effects)) await append(deps, tx, party, after, event, at)
    await workflow.afterSave?.(deps, tx, party, transition)
    await timers?.schedule(deps, tx, before, after)
    await workflow.deliver?.(deps, tx, after, effects)
  }

  async function assertVersion(deps: D, tx: Tx, party: Actor<T>, record: Thing, version: number | undefined) {
    if (version === undefined || version === record.version || party.role === 'SYSTEM') return
    const current = await (workflow.conflictView ?? workflow.view)(deps, tx, record, party)
    throw new AppError('VERSION_CONFLICT', { thing: subject, ...(current !== undefined && { current }) })
  }

  /** Runs a transition of a record that the caller has locked. */
  async function change(deps: D, tx: Tx, party: Actor<T>, before: Thing, request: Request) {
    const { action, isDone } = request
    const isRepetition = isDone ? await isDone(before, tx) : action && isRepeated(flow, before, action, party.role)
    if (isRepetition) return { record: before }
    await assertVersion(deps, tx, party, before, request.version)
    const context = await workflow.context(deps, tx, before, party)
    const at = effectiveTimeOf(request.occurredAt, context.now)
    const after = await request.decide(before, { ...context, at }, tx)
    const effects = await request.describeEffects(after, before, tx)
    await commit(deps, tx, party, { before, after, effects, action, at, context })
    return { record: (await request.followUp?.(after, tx)) ?? after, context }
  }

  /** Runs a transition in the caller's transaction. Returns the record after it. */
  async function runIn(deps: D, tx: Tx, party: Actor<T>, id: string, request: Request): Promise<Thing> {
    return (await change(deps, tx, party, await workflow.lock(tx, party, id), request)).record
  }

  /** Runs a transition. Returns the record after it. */
  const run = (deps: D, party: Actor<T>, id: string, request: Request): Promise<Thing> =>
    deps.db.transaction((tx) => runIn(deps, tx, party, id, request))

  /** Runs a transition. Returns a function that builds the party's view, after the commit. */
  async function runForView(
    deps: D,
    party: T['party'],
    id: string,
    request: Request,
  ): Promise<() => Promise<T['view']>> {
    const { record, context } = await deps.db.transaction(async (tx) =>
      change(deps, tx, party, await workflow.lock(tx, party, id), request),
    )
    return () => workflow.view(deps, deps.db, record, party, context)
  }

  /** Fires a timer once, unless the record moved on or is gone. Idempotent and safe to run concurrently. */
  async function fireTimer(deps: D, id: string, kind: string, timed: Request | TimedReminder<T>): Promise<void> {
    await deps.db.transaction(async (tx) => {
      const before = await workflow.lock(tx, SYSTEM, id).catch(ignoreNotFound)
      const timer = before && timers?.due(before, kind, deps.clock.now())
      if (!before || !timer || !timers) return
      if ('remind' in timed) {
        await workflow.save(tx, before, timers.markFired(before, timer))
        await timed.remind(before, tx)
      } else {
        const decide: Request['decide'] = async (record, context) =>
          timers.markFired(await timed.decide(record, context, tx), timer)
        await change(deps, tx, SYSTEM, before, { ...timed, decide })
      }
    })
  }

  return { subjectOf, append, announce, begin, commit, change, run, runIn, runForView, fireTimer }
}

const eventsOf = (effects: WorkflowTypes['effects']): readonly WorkflowEvent[] =>
  'events' in effects ? effects.events : [effects]

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error
}
