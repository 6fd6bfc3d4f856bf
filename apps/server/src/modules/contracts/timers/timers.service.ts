import { SYSTEM } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { instantParam } from '../../../platform/locale/message-params.ts'
import { notify } from '../../notifications/index.ts'
import { toExpiry } from '../amendments/answers.service.ts'
import { describeContract, toNotification, postSystemMessage } from '../contract.effects.ts'
import { endedBy, transition } from '../contract.rules.ts'
import { contractTimers } from '../contract.timers.ts'
import type { Contract } from '../contract.types.ts'
import { contractWorkflow, type ContractTransition } from '../contract.workflow.ts'
import { toResumption } from '../lifecycle/lifecycle.service.ts'
import { toContest } from '../lifecycle/termination.service.ts'
import type { ContractBillingDeps } from '../milestones/contract-billing.service.ts'
import { getMilestone } from '../milestones/milestones.rules.ts'
import { toApproval } from '../milestones/milestones.service.ts'

/** Fires the timers of contracts. */

/** The transition of a timer. Undefined: it is a reminder. */
function toTimedTransition(deps: ContractBillingDeps, kind: string): ContractTransition | undefined {
  const [timer, part = ''] = kind.split(':')
  switch (timer) {
    case 'expire':
      return expiry
    case 'resume':
      return toResumption(deps, SYSTEM)
    case 'termination':
      return toContest(SYSTEM)
    case 'amendment':
      return toExpiry(deps, part)
    case 'approve':
      return toApproval(deps, SYSTEM, part)
    default:
      return undefined
  }
}

/** Ends a contract that was not signed in time. */
const expiry: ContractTransition = {
  action: 'expire',
  decide: (before, context) => ({ ...transition(before, 'expire', context), ended: endedBy(context, null) }),
  describeEffects: (after) => ({
    events: [{ event: 'contract.expired' }],
    auditNotes: [{ event: 'EXPIRED' }],
    systemMessage: { code: 'contract-expired', params: { contract: describeContract(after) } },
    notification: toNotification(after, 'contract-expired'),
  }),
}

/** Reminds the customer in the chat of a signature or an approval, and the provider of a signature. */
const reminder = (deps: ContractBillingDeps, kind: string) => ({
  async remind(contract: Contract, tx: Tx) {
    const { timeZone, signBy } = contract
    const [timer, milestoneId] = kind.split(':')
    if (milestoneId) {
      const { title, autoApproveAt } = getMilestone(contract, milestoneId)
      if (!autoApproveAt) return
      const until = instantParam(autoApproveAt, timeZone)
      const params = { until, milestone: title, contract: describeContract(contract) }
      await postSystemMessage(deps, tx, contract, kind, { code: 'milestone-approval-due', params })
      return
    }
    if (!signBy) return
    const params = { last: instantParam(signBy, timeZone), contract: describeContract(contract) }
    await postSystemMessage(deps, tx, contract, kind, { code: 'contract-signing-reminder', params })
    if (timer !== 'remind-2d') return
    const facts = { signBy: signBy.toISOString(), timeZone }
    await notify(deps, tx, toNotification(contract, 'contract-sign-expiring', facts))
  },
})

export function handleTimers(deps: ContractBillingDeps): void {
  contractTimers.handle(deps, (id, kind) =>
    contractWorkflow.fireTimer(deps, id, kind, toTimedTransition(deps, kind) ?? reminder(deps, kind)),
  )
}
