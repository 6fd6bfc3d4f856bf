import type { Received } from '@fettle/protocol'
import type { holdContract, voidContract } from '@fettle/protocol/contracts/actions'
import type { HoldReason } from '@fettle/protocol/contracts/parts'
import { fieldError } from '../../../platform/errors.ts'
import { addDays, localDate } from '../../../platform/locale/zoned-time.ts'
import { contractWorkflow, type ContractDeps, type ContractTransition } from '../contract.workflow.ts'
import type { ContractParty, ContractPerson } from '../contract.access.ts'
import { endedBy, isDone, isOpen, transition } from '../contract.rules.ts'
import type { Contract } from '../contract.types.ts'
import { describeContract, toNotification, type ContractEffects } from '../contract.effects.ts'
import { voidedNotes, voidSignatures } from '../drafts/drafts.service.ts'
import { getStoredVersion } from '../history/versions.service.ts'
import { parseSnapshot } from '../history/versions.rules.ts'
import { completeIfDone } from './complete.service.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Voids the provider's own contract before it is signed by both. */
export function voidOwnContract(
  deps: ContractDeps,
  person: ContractPerson,
  id: string,
  { version, reason }: Received<typeof voidContract>['body'],
) {
  let voided = 0
  let sentTitle: string | undefined
  return contractWorkflow.runForView(deps, person, id, {
    action: 'void',
    version,
    async decide(before, context, tx) {
      if (before.currentVersion > 0) {
        sentTitle = parseSnapshot(await getStoredVersion(tx, before, before.currentVersion)).content.title
      }
      const after = { ...transition(before, 'void', context), signBy: null, ended: endedBy(context, reason) }
      voided = await voidSignatures(tx, before, context.now, 'CONTRACT_VOIDED')
      return { ...after, signatureStatus: 'NONE' as const }
    },
    describeEffects: (after, before) => ({
      // An unsent contract is invisible to the customer.
      events: [
        { event: 'contract.voided', data: { reason }, visibility: before.currentVersion > 0 ? 'BOTH' : 'PROVIDER' },
      ],
      auditNotes: [{ event: 'VOIDED', data: { reason } }, ...voidedNotes('VOIDED', voided)],
      ...(before.currentVersion > 0 && {
        systemMessage: {
          code: 'contract-voided',
          params: { contract: describeContract({ ...after, title: sentTitle ?? after.title }) },
        },
      }),
    }),
  })
}

/** The customer requests changes, which voids the provider's signature. */
export const requestChanges = (
  deps: ContractDeps,
  person: ContractPerson,
  id: string,
  { note, clauseRefs }: { note: string; clauseRefs: string[] },
): Promise<Contract> => {
  let voided = 0
  return contractWorkflow.run(deps, person, id, {
    action: 'request-changes',
    isDone: (contract) => isDone(contract, 'request-changes', 'CUSTOMER') && contract.changes?.note === note,
    async decide(before, context, tx) {
      const after: Contract = {
        ...transition(before, 'request-changes', context),
        signatureStatus: 'NONE',
        signBy: null,
        changes: { note, clauseRefs, at: context.now.toISOString() },
      }
      voided = await voidSignatures(tx, before, context.now, 'CUSTOMER_ASKED_FOR_CHANGES')
      return after
    },
    describeEffects: (after) => ({
      events: [{ event: 'contract.changes_requested', data: { note, clauseRefs } }],
      auditNotes: [
        { event: 'CHANGES_REQUESTED', data: { note, clauseRefs } },
        ...voidedNotes('CHANGES_REQUESTED', voided),
      ],
      systemMessage: { code: 'contract-changes-requested', params: { contract: describeContract(after), note } },
      notification: toNotification(after, 'contract-changes-requested', { note }),
    }),
  })
}

/** The customer declines. */
export const decline = (deps: ContractDeps, person: ContractPerson, id: string, reason: string): Promise<Contract> =>
  contractWorkflow.run(deps, person, id, {
    action: 'decline',
    decide: (before, context) => ({
      ...transition(before, 'decline', context),
      signBy: null,
      ended: endedBy(context, reason),
    }),
    describeEffects: (after) => ({
      events: [{ event: 'contract.declined', data: { reason } }],
      auditNotes: [{ event: 'DECLINED', data: { reason } }],
      systemMessage: { code: 'contract-declined', params: { contract: describeContract(after) } },
      notification: toNotification(after, 'contract-declined', { note: reason }),
    }),
  })

type HoldInput = Pick<Received<typeof holdContract>['body'], 'note'> & {
  reasonCode: HoldReason
  until?: string | null | undefined
  version?: number | undefined
}

/** Puts the work on hold. */
export const hold = (
  deps: ContractDeps,
  person: ContractPerson,
  id: string,
  { version, reasonCode, note, until = null }: HoldInput,
): Promise<Contract> =>
  contractWorkflow.run(deps, person, id, {
    action: 'hold',
    version,
    decide(before, context) {
      const after = transition(before, 'hold', context)
      if (until !== null && until <= localDate(context.now, before.timeZone)) {
        throw fieldError(['until'], 'TOO_SMALL', issueText('DAY_NOT_AFTER_TODAY'))
      }
      return {
        ...after,
        hold: { by: person.role, reasonCode, note: note || null, since: context.now.toISOString(), until },
      }
    },
    describeEffects: (after) => ({
      events: [{ event: 'contract.held', data: { reasonCode, until, ...(note && { note }) } }],
      auditNotes: [{ event: 'HOLD', data: { reasonCode, until, ...(note && { note }) } }],
      systemMessage: until
        ? { code: 'contract-held-until', params: { until: { day: until }, contract: describeContract(after) } }
        : { code: 'contract-held', params: { contract: describeContract(after) } },
      ...(person.role === 'CUSTOMER' && {
        notification: toNotification(after, 'contract-held', {
          note: note || null,
          until,
        }),
      }),
    }),
  })

/** Calendar days between two instants in `timeZone`. */
const daysBetween = (from: Date, to: Date, timeZone: string): number =>
  Math.round((Date.parse(localDate(to, timeZone)) - Date.parse(localDate(from, timeZone))) / 86_400_000)

/** The contract after a hold: future dates move by its length. The signed text stays. */
export function afterHold(contract: Contract, now: Date): Contract {
  const { hold: currentHold, timeZone, content } = contract
  if (!currentHold) return contract
  const since = new Date(currentHold.since)
  const days = daysBetween(since, now, timeZone)
  const from = localDate(since, timeZone)
  const later = (day: string | null) => (day !== null && day >= from ? addDays(day, days) : day)
  const length = +now - +since
  const milestones = contract.milestones.map((milestone) =>
    isOpen(milestone)
      ? {
          ...milestone,
          dueDate: later(milestone.dueDate),
          autoApproveAt: milestone.autoApproveAt && new Date(+milestone.autoApproveAt + length),
        }
      : milestone,
  )
  return {
    ...contract,
    hold: null,
    milestones,
    content: {
      ...content,
      startDate: later(content.startDate),
      endDate: later(content.endDate),
      milestones: content.milestones.map((draft) => ({
        ...draft,
        dueDate: milestones.find(({ id }) => id === draft.id)?.dueDate ?? draft.dueDate ?? null,
      })),
    },
  }
}

/** Resumes the work, by either side or automatically on the agreed day. */
export const resume = (
  deps: ContractDeps,
  party: ContractParty,
  id: string,
  { version }: { version?: number | undefined } = {},
): Promise<Contract> => contractWorkflow.run(deps, party, id, { ...toResumption(deps, party), version })

export const toResumption = (deps: ContractDeps, party: ContractParty): ContractTransition => ({
  action: 'resume',
  decide: (before, context) => afterHold(transition(before, 'resume', context), context.now),
  describeEffects: (after, before) => toResumeEffects(after, before, party),
  // What completion waited for may have ended during the hold: a change order or a dispute.
  followUp: (after, tx) => completeIfDone(deps, tx, after),
})

function toResumeEffects(after: Contract, before: Contract, party: ContractParty): ContractEffects {
  const days = before.hold ? daysBetween(new Date(before.hold.since), after.updatedAt, after.timeZone) : 0
  return {
    events: [{ event: 'contract.resumed', data: { days, endDate: after.content.endDate } }],
    auditNotes: [{ event: 'RESUMED', data: { days } }],
    systemMessage: { code: 'contract-resumed', params: { contract: describeContract(after) } },
    ...(party.role !== 'PROVIDER' && {
      notification: toNotification(after, 'contract-resumed'),
    }),
  }
}
