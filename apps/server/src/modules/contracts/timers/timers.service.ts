import { instant } from '../../../platform/locale/message-params.ts'
import { notify } from '../../notifications/index.ts'
import { expire as expireAmendment } from '../amendments/answers.service.ts'
import { runContractTransition } from '../contract.workflow.ts'
import { lockOwnContract } from '../contract.access.ts'
import { endedBy, transition } from '../contract.rules.ts'
import type { Contract } from '../contract.types.ts'
import * as store from '../contracts.store.ts'
import { notificationParams, describeContract, toNotification, postSystemMessage } from '../contract.effects.ts'
import type { ContractBillingDeps } from '../milestones/contract-billing.service.ts'
import { resume } from '../lifecycle/lifecycle.service.ts'
import { contest } from '../lifecycle/termination.service.ts'
import { approve } from '../milestones/milestones.service.ts'
import { getMilestone } from '../milestones/milestones.rules.ts'
import { TIMER_JOB } from './timers.jobs.ts'
import { markFired, dueTimer } from './timers.rules.ts'

const system = { role: 'SYSTEM' } as const

/** Fires a timer once, unless the contract moved on. Idempotent and safe to run concurrently. */
async function fireTimer(deps: ContractBillingDeps, id: string, kind: string): Promise<void> {
  const contract = await store.find(deps.db, id)
  if (!contract || !dueTimer(contract, kind, deps.clock.now())) return
  // Judged again under the lock.
  const isDue = (now: Contract, at: Date) => dueTimer(now, kind, at) !== undefined
  const [what = kind, part = ''] = kind.split(':')
  if (what === 'expire') await expire(deps, id, isDue)
  else if (what === 'resume') await resume(deps, system, id, { isDue })
  else if (what === 'termination') await contest(deps, system, id, { isDue })
  else if (what === 'amendment') await expireAmendment(deps, id, part, isDue)
  else if (what === 'approve') await approve(deps, system, id, part, { isDue })
  else await remind(deps, id, kind)
}

/** Not signed in time. */
async function expire(
  deps: ContractBillingDeps,
  id: string,
  isDue: (contract: Contract, at: Date) => boolean,
): Promise<void> {
  await runContractTransition(deps, system, id, {
    isDone: (contract) => !isDue(contract, deps.clock.now()),
    decide: (before, context) => ({ ...transition(before, 'expire', context), ended: endedBy(context, null) }),
    describeEffects: (after) => ({
      events: [{ event: 'contract.expired' }],
      auditNotes: [{ event: 'EXPIRED' }],
      systemMessage: { code: 'contract-expired', params: { contract: describeContract(after) } },
      notification: toNotification(after, 'contract-expired', notificationParams(after)),
    }),
  })
}

/** Sends a reminder. The contract itself is not changed. */
function remind(deps: ContractBillingDeps, id: string, kind: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const before = await lockOwnContract(tx, system, id)
    const timer = dueTimer(before, kind, deps.clock.now())
    if (!timer) return
    await store.save(tx, before, markFired(before, timer))
    const [what = '', milestoneId] = kind.split(':')
    if (milestoneId) {
      const { title, autoApproveAt } = getMilestone(before, milestoneId)
      if (!autoApproveAt) return
      const until = instant(autoApproveAt, before.timeZone)
      await postSystemMessage(tx, deps, before, kind, {
        code: 'milestone-approval-due',
        params: { until, milestone: title, contract: describeContract(before) },
      })
      return
    }
    const { signBy } = before
    if (!signBy) return
    const last = instant(signBy, before.timeZone)
    await postSystemMessage(tx, deps, before, kind, {
      code: 'contract-signing-reminder',
      params: { last, contract: describeContract(before) },
    })
    if (what === 'remind-2d') {
      const when = { signBy: signBy.toISOString(), timeZone: before.timeZone }
      await notify(
        tx,
        deps,
        toNotification(before, 'contract-sign-expiring', { ...notificationParams(before), ...when }),
      )
    }
  })
}

export function handleTimers(deps: ContractBillingDeps): void {
  deps.jobs.handle<{ id: string; kind: string }>(TIMER_JOB, ({ id, kind }) => fireTimer(deps, id, kind))
}
