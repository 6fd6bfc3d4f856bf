import type { ContractDetails, ContractTransitionName } from '@fettle/protocol/contracts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import { notify } from '../notifications/index.ts'
import { append, noOrigin } from './history/audit.store.ts'
import {
  actorOf,
  getOwnContract,
  lockOwnContract,
  subjectOf,
  type ContractParty,
  type ContractPerson,
} from './contract.access.ts'
import * as rules from './contract.rules.ts'
import type { Contract, ContractDecisionContext } from './contract.types.ts'
import * as store from './contracts.store.ts'
import { resolveStaleNotifications, postSystemMessage, type ContractEffects } from './contract.effects.ts'
import { toDetails } from './contract.view.ts'
import { scheduleTimers } from './timers/timers.jobs.ts'

/** Runs the transitions of a contract: lock, decide, save, append events and apply effects, in one transaction. */

export type ContractDeps = Pick<
  Deps,
  'db' | 'clock' | 'ids' | 'jobs' | 'signal' | 'files' | 'config' | 'settings' | 'secrets'
>

export interface ContractTransition {
  /** The transition, if it is one. A repetition by the same side is answered with the current state. */
  action?: ContractTransitionName
  version?: number | undefined
  /** Detects a repetition where the last transition does not show it. */
  isDone?: (contract: Contract, tx: Tx) => boolean | Promise<boolean>
  decide: (contract: Contract, context: ContractDecisionContext, tx: Tx) => Contract | Promise<Contract>
  /** Events, notes, message and notification that follow. */
  describeEffects: (after: Contract, before: Contract) => ContractEffects
  /** Follow-up work in the same transaction. */
  afterSave?: (after: Contract, tx: Tx) => Promise<void>
}

/** Runs a transition within the caller's transaction. Returns the contract after it. */
export async function runTransitionIn(
  deps: ContractDeps,
  tx: Tx,
  party: ContractParty,
  id: string,
  asked: ContractTransition,
): Promise<Contract> {
  const before = await lockOwnContract(tx, party, id)
  const context: ContractDecisionContext = { role: party.role, now: deps.clock.now() }
  const {
    action: move,
    isDone = (contract: Contract) => move !== undefined && rules.isDone(contract, move, party.role),
  } = asked
  if (await isDone(before, tx)) return before
  if (asked.version !== undefined && asked.version !== before.version) {
    throw await versionConflict(deps, tx, party, before)
  }
  const after = await asked.decide(before, context, tx)
  await commitTransition(deps, tx, party, { before, after, effects: asked.describeEffects(after, before) })
  await asked.afterSave?.(after, tx)
  return after
}

async function versionConflict(
  deps: ContractDeps,
  tx: Tx,
  party: ContractParty,
  contract: Contract,
): Promise<AppError> {
  const current = party.role === 'PROVIDER' ? { current: await toDetails(deps, tx, contract, party) } : {}
  return new AppError('VERSION_CONFLICT', { thing: 'contract', ...current })
}

export const runContractTransition = (
  deps: ContractDeps,
  party: ContractParty,
  id: string,
  asked: ContractTransition,
): Promise<Contract> => deps.db.transaction((tx) => runTransitionIn(deps, tx, party, id, asked))

/** Runs a provider's transition. Returns their view. */
export async function runTransitionForView(
  deps: ContractDeps,
  party: ContractPerson,
  id: string,
  asked: ContractTransition,
): Promise<ContractDetails> {
  await runContractTransition(deps, party, id, asked)
  return toDetails(deps, deps.db, await getOwnContract(deps.db, party, id), party)
}

/** Saves a decided transition and applies its effects. The caller holds the contract's row lock. */
export async function commitTransition(
  deps: ContractDeps,
  tx: Tx,
  party: ContractParty,
  { before, after, effects }: { before: Contract; after: Contract; effects: ContractEffects },
): Promise<void> {
  await store.save(tx, before, after)
  // Saving a draft records no event.
  const origin = party.role === 'SYSTEM' ? noOrigin : party.origin
  if (effects.auditNotes.length > 0)
    await append(tx, deps, after.id, effects.auditNotes, { actor: actorOf(party), origin })
  for (const { event, data = {}, visibility } of effects.events) {
    await appendEvent(tx, deps, {
      subject: subjectOf(after),
      type: event,
      actor: actorOf(party),
      data,
      providerId: after.providerId,
      customerId: after.customer.id,
      ...(visibility && { visibility }),
    })
  }
  await resolveStaleNotifications(tx, deps, before, after)
  await scheduleTimers(tx, deps, before, after)
  if (effects.notification) await notify(tx, deps, effects.notification)
  if (effects.systemMessage)
    await postSystemMessage(tx, deps, after, effects.events[0]?.event ?? 'told', effects.systemMessage)
}
