import { DAY_MS } from '@fettle/protocol/core/durations'
import type { SignatureInput } from '@fettle/protocol/contracts/parts'
import type { AuditNote } from '../history/audit.store.ts'
import { contractWorkflow, type ContractDeps } from '../contract.workflow.ts'
import type { ContractPerson } from '../contract.access.ts'
import * as parts from '../milestones/contract-parts.store.ts'
import { assertAllowed, transition } from '../contract.rules.ts'
import type { Contract } from '../contract.types.ts'
import { describeContract, toNotification } from '../contract.effects.ts'
import { newMilestone } from '../milestones/milestones.rules.ts'
import { certify } from '../files/certificate.service.ts'
import type { Proof } from './signing.rules.ts'
import { putSignature } from './signing.service.ts'
import { parseSnapshot } from '../history/versions.rules.ts'
import { getStoredVersion } from '../history/versions.service.ts'

/** The customer signs, and the contract takes effect. */
export const sign = (
  deps: ContractDeps,
  person: ContractPerson & { proof: Proof },
  id: string,
  { signature, startEarlyConsent }: { signature: SignatureInput; startEarlyConsent: boolean },
): Promise<Contract> => {
  const notes: AuditNote[] = []
  return contractWorkflow.run(deps, person, id, {
    // The same signature was already given: answered in whatever state the contract is now.
    isDone: async ({ activatedAt }, tx) =>
      activatedAt !== null && parts.hasSigned(tx, id, person.role, signature.contentHash),
    async decide(before, context, tx) {
      assertAllowed(before, 'sign', context)
      const version = await getStoredVersion(tx, before, before.currentVersion)
      const { contentHash, number } = version
      const { content } = parseSnapshot(version)
      const under = { contentHash, versionNumber: number, mustBeRead: true, name: before.customer.name }
      notes.push(...(await putSignature(deps, tx, person, before, signature, under)), {
        event: 'ACTIVATED',
        contentHash,
        data: { versionNumber: number, startEarlyConsent },
      })
      return {
        ...transition(before, 'sign', context),
        signatureStatus: 'FULLY_SIGNED',
        signBy: null,
        activatedAt: context.now,
        startEarly: startEarlyConsent,
        withdrawUntil: content.coolingOffDays > 0 ? new Date(+context.now + content.coolingOffDays * DAY_MS) : null,
        milestones: content.milestones.map((draft, index) => newMilestone({ ...draft, id: draft.id ?? '' }, index + 1)),
      }
    },
    describeEffects(after) {
      const total = { amount: after.total, currency: after.currency }
      return {
        events: [
          {
            event: 'contract.signed',
            data: { versionNumber: after.currentVersion, contentHash: signature.contentHash },
          },
          { event: 'contract.activated', data: { total: after.total, currency: after.currency } },
        ],
        auditNotes: notes,
        systemMessage: { code: 'contract-signed', params: { contract: describeContract(after), total } },
        notification: toNotification(after, 'contract-signed', { total }),
      }
    },
    async followUp(after, tx) {
      await certify(deps, tx, after)
      return after
    },
  })
}
