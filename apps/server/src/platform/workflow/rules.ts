import { actionsFrom, nextState, type ErrorCode, type Flow } from '@fettle/protocol'
import { AppError } from '../errors.ts'
import type { TextCode } from '../locale/messages.ts'

/** Decides beside the tables. Undefined: the action is allowed. `'INVALID_TRANSITION'`: as if the tables did not have it. */
export type Guard<Thing, Context> = (record: Thing, context: Context) => AppError | 'INVALID_TRANSITION' | undefined

/** The guard of an action that is refused as if the tables did not have it, unless `isAllowed`. */
export const allowedIf =
  <Thing, Context>(isAllowed: (record: Thing, context: Context) => boolean): Guard<Thing, Context> =>
  (record, context) =>
    isAllowed(record, context) ? undefined : 'INVALID_TRANSITION'

interface RulesDefinition<State extends string, Name extends string, Update extends string, Thing, Context> {
  /** Name of the record in errors. */
  subject: string
  flow: Flow<State, Name, string>
  /** Actions that leave the state as it is. A name may be in both tables. */
  updates: { readonly [U in Update]: { readonly from: readonly State[]; readonly by: readonly string[] } }
  guards: Readonly<Record<string, Guard<Thing, Context> | undefined>>
  /** Past participles for the error message. */
  verbs: Readonly<Record<NoInfer<Name | Update>, string>>
  /** Answers after a deadline get this error whether or not its timer has fired. */
  expired?: { code: ErrorCode; answers: readonly NoInfer<Name | Update>[] }
  /** Whether to offer an action that is only refused with the caller's input. */
  isOffered?(record: Thing, action: NoInfer<Name | Update>, context: Context): boolean
  /** A message that says more than the one of INVALID_TRANSITION. */
  messageOf?(record: Thing, action: NoInfer<Name | Update>, isInTable: boolean): TextCode | undefined
}

interface StatefulRecord<State> {
  status: State
  version: number
  updatedAt: Date
  lastAction: string | null
  lastActionBy: string | null
}

/** The fields that a new record needs to move through its life cycle. */
export const newRecordFields = (now: Date) => ({
  lastAction: null,
  lastActionBy: null,
  firedTimers: [],
  version: 1,
  createdAt: now,
  updatedAt: now,
})

/** The record with the next version. */
export const bumpVersion = <Thing extends { version: number; updatedAt: Date }>(record: Thing, now: Date): Thing => ({
  ...record,
  version: record.version + 1,
  updatedAt: now,
})

/** Whether the same role's last action already made this transition: a repetition changes nothing. */
export const isRepeated = (
  { transitions }: { transitions: Readonly<Record<string, { to: string }>> },
  record: { status: string; lastAction?: string | null; lastActionBy?: string | null },
  action: string,
  role: string,
): boolean => record.lastAction === action && record.lastActionBy === role && transitions[action]?.to === record.status

/**
 * The rules that follow from a life cycle's tables and guards. The same guards fill `allowedActions` and check the action.
 */
export function defineRules<
  State extends string,
  Name extends string,
  Update extends string,
  Thing extends StatefulRecord<State>,
  Context extends { role: string; now: Date },
>(rules: RulesDefinition<State, Name, Update, Thing, Context>) {
  type Action = Name | Update
  const { subject, flow, updates, guards, verbs, expired } = rules
  const isTransition = (action: Action): action is Name => action in flow.transitions
  const isUpdate = (action: Action): action is Update => action in updates

  /** Whether the tables allow an action to `role` here, before any guard. */
  function isInTable(status: State, action: Action, role: string): boolean {
    if (isTransition(action) && nextState(flow, status, action, role) !== undefined) return true
    return isUpdate(action) && updates[action].from.includes(status) && updates[action].by.includes(role)
  }

  /** Actions the role may take now, in table order. */
  function allowedActions(record: Thing, context: Context): Action[] {
    const { role } = context
    const others = (Object.keys(updates) as Update[]).filter((action) => isInTable(record.status, action, role))
    return [...new Set<Action>([...actionsFrom(flow, record.status, role), ...others])].filter(
      (action) => !guards[action]?.(record, context) && (rules.isOffered?.(record, action, context) ?? true),
    )
  }

  /** The INVALID_TRANSITION error with the allowed actions. */
  function invalidTransition(record: Thing, action: Action, context: Context): AppError {
    const { status } = record
    const allowed = allowedActions(record, context)
    const message = rules.messageOf?.(record, action, isInTable(status, action, context.role))
    const details = { thing: subject, from: status, action, verb: verbs[action], allowed }
    return new AppError('INVALID_TRANSITION', details, message ? { message } : {})
  }

  /** Throws if the tables or a guard refuse an action. */
  function assertAllowed(record: Thing, action: Action, context: Context): void {
    if (!isInTable(record.status, action, context.role)) {
      if (record.status === 'EXPIRED' && expired?.answers.includes(action)) throw new AppError(expired.code)
      throw invalidTransition(record, action, context)
    }
    const refusal = guards[action]?.(record, context)
    if (refusal === 'INVALID_TRANSITION') throw invalidTransition(record, action, context)
    if (refusal) throw refusal
  }

  /** The record after a transition, with the next version. Throws if the tables or a guard refuse it. */
  function transition(record: Thing, action: Name, context: Context): Thing {
    assertAllowed(record, action, context)
    const { to } = flow.transitions[action]
    return { ...bumpVersion(record, context.now), status: to, lastAction: action, lastActionBy: context.role }
  }

  const isDone = (record: Thing, action: Action, role: string): boolean => isRepeated(flow, record, action, role)

  return { isInTable, allowedActions, invalidTransition, assertAllowed, transition, isDone }
}
