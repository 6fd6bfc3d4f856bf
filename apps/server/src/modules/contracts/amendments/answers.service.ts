import type { SignatureInput } from '@fettle/protocol/contracts/parts'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { SYSTEM } from '../../../platform/acting-party.ts'
import { findSigner } from '../../profile/index.ts'
import type { AuditNote } from '../history/audit.store.ts'
import { contractWorkflow, type ContractDeps, type ContractTransition } from '../contract.workflow.ts'
import type { ContractParty, ContractPerson } from '../contract.access.ts'
import type { AmendmentRow, Contract } from '../contract.types.ts'
import { describeContract, toNotification, type ContractEffects } from '../contract.effects.ts'
import { completeIfDone } from '../lifecycle/complete.service.ts'
import { certify } from '../files/certificate.service.ts'
import { putSignature } from '../signing/signing.service.ts'
import { nameOfAmendment } from '../history/versions.rules.ts'
import { freezeNextVersion } from '../history/versions.service.ts'
import * as rules from './amendments.rules.ts'
import type { ContractSigner } from './amendments.service.ts'

/** Both have signed: creates the contract's next version with the new plan. */
export const sign = (
  deps: ContractDeps,
  person: ContractSigner,
  id: string,
  amendmentId: string,
  { version, signature }: { version?: number | undefined; signature: SignatureInput },
): Promise<Contract> => {
  const notes: AuditNote[] = []
  return contractWorkflow.run(deps, person, id, {
    version,
    isDone: (contract) => {
      const row = rules.getAmendment(contract, amendmentId, person.role)
      return row.status === 'APPROVED' && row.author !== person.role && row.contentHash === signature.contentHash
    },
    async decide(before, context, tx) {
      const row = rules.getAmendment(before, amendmentId, person.role)
      rules.assertAllowedFor(before, row, 'sign', context)
      const applied = rules.applied(bumpVersion(before, context.now), row, () => deps.ids.next('mil'), context.now)
      const { contentHash } = row
      notes.push(
        ...(await putSignature(deps, tx, person, before, signature, {
          contentHash,
          amendmentId,
          mustBeRead: true,
          name: person.name,
        })),
      )
      const signer = await findSigner(deps, tx, applied.providerId)
      const frozen = await freezeNextVersion(deps, tx, applied, { signer, reason: 'AMENDMENT' })
      notes.push(
        {
          event: 'VERSION_CREATED',
          contentHash: frozen.contentHash,
          data: { versionNumber: frozen.number, reason: frozen.reason, locale: frozen.locale },
        },
        { event: 'AMENDMENT_APPROVED', contentHash, data: { ...rules.dataOf(row), versionNumber: frozen.number } },
      )
      const approved = rules.getAmendment(applied, amendmentId, person.role)
      return {
        ...rules.withAmendment(applied, { ...approved, versionNumber: frozen.number }),
        currentVersion: frozen.number,
      }
    },
    describeEffects: (after) =>
      toAnswerEffects(after, rules.getAmendment(after, amendmentId, person.role), person, notes),
    async followUp(after, tx) {
      await certify(deps, tx, after)
      return completeIfDone(deps, tx, after)
    },
  })
}

const messageCodes = {
  APPROVED: 'change-order-agreed',
  DECLINED: 'change-order-declined',
  WITHDRAWN: 'change-order-withdrawn',
  EXPIRED: 'change-order-expired',
} as const
const events = {
  APPROVED: 'amendment.approved',
  DECLINED: 'amendment.declined',
  WITHDRAWN: 'amendment.withdrawn',
  EXPIRED: 'amendment.expired',
} as const

function toAnswerEffects(
  after: Contract,
  row: AmendmentRow,
  party: ContractParty,
  notes: AuditNote[],
  note?: string,
): ContractEffects {
  const status = row.status as keyof typeof messageCodes
  // An unsent order is invisible to the other side.
  const wasSent = row.sentAt !== null
  const isProviders = row.author === 'PROVIDER'
  return {
    events: wasSent
      ? [
          {
            event: events[status],
            data: { ...rules.dataOf(row), versionNumber: row.versionNumber, ...(note && { note }) },
          },
        ]
      : [],
    auditNotes: notes,
    ...(wasSent && {
      systemMessage: {
        code: messageCodes[status],
        params: { number: nameOfAmendment(row), title: row.content.title, contract: describeContract(after) },
      },
    }),
    ...(isProviders &&
      party.role !== 'PROVIDER' && {
        notification: toNotification(after, 'change-order-answered', {
          changeOrder: row.content.title,
          answer: status,
          note: note || null,
        }),
      }),
  }
}

const decided = {
  decline: { status: 'DECLINED', event: 'AMENDMENT_DECLINED' },
  withdraw: { status: 'WITHDRAWN', event: 'AMENDMENT_WITHDRAWN' },
} as const

/** Ends a change order: declined by the other side or withdrawn by its author. */
export const refuse = (
  deps: ContractDeps,
  person: ContractPerson,
  id: string,
  amendmentId: string,
  action: keyof typeof decided,
  { version, note }: { version?: number | undefined; note?: string | undefined } = {},
): Promise<Contract> => {
  const { status, event } = decided[action]
  return contractWorkflow.run(deps, person, id, {
    version,
    isDone: (contract) => {
      const row = rules.getAmendment(contract, amendmentId, person.role)
      return row.status === status && (action === 'withdraw') === (row.author === person.role)
    },
    decide(before, context) {
      const row = rules.getAmendment(before, amendmentId, person.role)
      rules.assertAllowedFor(before, row, action, context)
      return rules.withAmendment(bumpVersion(before, context.now), {
        ...row,
        status,
        decidedAt: context.now,
        answerNote: note || null,
      })
    },
    describeEffects(after) {
      const row = rules.getAmendment(after, amendmentId, person.role)
      const entry = { event, contentHash: row.contentHash, data: { ...rules.dataOf(row), ...(note && { note }) } }
      return toAnswerEffects(after, row, person, [entry], note)
    },
    // Completion may have waited for this order alone.
    followUp: (after, tx) => completeIfDone(deps, tx, after),
  })
}

/** Expires a change order after a week without an answer. */
export function toExpiry(deps: ContractDeps, amendmentId: string): ContractTransition {
  const find = (contract: Contract) => rules.getAmendment(contract, amendmentId, 'PROVIDER')
  return {
    isDone: (contract) => find(contract).status !== 'PENDING',
    decide: (before, context) =>
      rules.withAmendment(bumpVersion(before, context.now), {
        ...find(before),
        status: 'EXPIRED',
        decidedAt: context.now,
      }),
    describeEffects(after) {
      const row = find(after)
      const entry = { event: 'AMENDMENT_EXPIRED', contentHash: row.contentHash, data: rules.dataOf(row) } as const
      return toAnswerEffects(after, row, SYSTEM, [entry])
    },
    followUp: (after, tx) => completeIfDone(deps, tx, after),
  }
}
