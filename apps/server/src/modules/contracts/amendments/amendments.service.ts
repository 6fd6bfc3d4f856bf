import type { AmendmentContent, SignatureInput } from '@fettle/protocol/contracts/parts'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { AuditNote } from '../history/audit.store.ts'
import { contractWorkflow, type LazyContractView, type ContractDeps } from '../contract.workflow.ts'
import { getOwnContract, type ContractPerson } from '../contract.access.ts'
import { attachEvidence } from '../files/contract-files.service.ts'
import * as parts from '../milestones/contract-parts.store.ts'
import { assertAllowed } from '../contract.rules.ts'
import type { AmendmentRow, Contract } from '../contract.types.ts'
import { describeContract, toNotification, type ContractEffects } from '../contract.effects.ts'
import type { Proof } from '../signing/signing.rules.ts'
import { putSignature } from '../signing/signing.service.ts'
import { nameOfAmendment } from '../history/versions.rules.ts'
import * as rules from './amendments.rules.ts'

/** A signer with a fresh step-up. Change orders are created by either side and sent, signed, to the other. */
export type ContractSigner = ContractPerson & { proof: Proof }

const contentOf = ({
  title,
  reason,
  description,
  lines,
  milestoneChanges,
  scheduleImpactDays,
  photoIds,
}: AmendmentContent): AmendmentContent => ({
  title,
  reason,
  description,
  lines,
  milestoneChanges,
  scheduleImpactDays,
  photoIds,
})

const nextNumber = ({ amendments }: Contract): number => Math.max(0, ...amendments.map(({ number }) => number)) + 1

/** A new change order. */
function toAmendmentRow(
  contract: Contract,
  content: AmendmentContent,
  { id, author, now }: { id: string; author: ContractPerson['role']; now: Date },
): AmendmentRow {
  const context = { number: nextNumber(contract), author, content: contentOf(content) }
  return {
    id,
    ...context,
    ...rules.freezeAmendment(contract, context),
    status: 'DRAFT',
    versionNumber: null,
    answerNote: null,
    createdAt: now,
    sentAt: null,
    expiresAt: null,
    decidedAt: null,
  }
}

/** Creates a draft that only the provider sees. */
export function create(
  deps: ContractDeps,
  person: ContractPerson,
  id: string,
  { version, ...content }: AmendmentContent & { version?: number | undefined },
): Promise<LazyContractView> {
  const amendmentId = deps.ids.next('amd')
  return contractWorkflow.runForView(deps, person, id, {
    version,
    async decide(before, context, tx) {
      assertAllowed(before, 'amend', context)
      await attachEvidence(tx, { contractId: id, ownerId: person.id, field: 'photoIds' }, content.photoIds)
      const row = toAmendmentRow(before, content, { id: amendmentId, author: 'PROVIDER', now: context.now })
      return rules.withAmendment(bumpVersion(before, context.now), row)
    },
    describeEffects: (after) => ({
      events: [],
      auditNotes: [
        { event: 'AMENDMENT_CREATED', data: rules.dataOf(rules.getAmendment(after, amendmentId, 'PROVIDER')) },
      ],
    }),
  })
}

export const edit = (
  deps: ContractDeps,
  person: ContractPerson,
  id: string,
  amendmentId: string,
  { version, ...input }: AmendmentContent & { version?: number | undefined },
): Promise<LazyContractView> =>
  contractWorkflow.runForView(deps, person, id, {
    version,
    async decide(before, context, tx) {
      const row = rules.getAmendment(before, amendmentId, person.role)
      rules.assertAllowedFor(before, row, 'edit', context)
      await attachEvidence(tx, { contractId: id, ownerId: person.id, field: 'photoIds' }, input.photoIds)
      const content = contentOf(input)
      const frozen = rules.freezeAmendment(before, { ...row, content })
      return rules.withAmendment(bumpVersion(before, context.now), { ...row, content, ...frozen })
    },
    describeEffects: () => ({ events: [], auditNotes: [] }),
  })

/** Sends a change order with the signature of its author. The other side has a week to answer. */
async function sendIn(
  deps: ContractDeps,
  tx: Tx,
  person: ContractSigner,
  { before, row, signature, now }: { before: Contract; row: AmendmentRow; signature: SignatureInput; now: Date },
): Promise<{ after: Contract; notes: AuditNote[] }> {
  rules.assertConsistent(before, row.content)
  const name = person.name
  const signed = { contentHash: row.contentHash, amendmentId: row.id, mustBeRead: false, name }
  const pending: AmendmentRow = { ...row, status: 'PENDING', sentAt: now, expiresAt: rules.expiresAt(now) }
  const after = rules.withAmendment(bumpVersion(before, now), pending)
  // The signature references the change order, so that is saved first.
  await parts.putAmendment(tx, before.id, pending)
  const notes = await putSignature(deps, tx, person, before, signature, signed)
  return {
    after,
    notes: [...notes, { event: 'AMENDMENT_SENT', contentHash: row.contentHash, data: rules.dataOf(row) }],
  }
}

const toSentEffects = (
  after: Contract,
  row: AmendmentRow,
  notes: AuditNote[],
  person: ContractPerson,
): ContractEffects => {
  const amount = { amount: row.total, currency: after.currency }
  return {
    events: [{ event: 'amendment.created', data: { ...rules.dataOf(row), author: row.author } }],
    auditNotes: notes,
    systemMessage: {
      code: 'change-order-sent',
      params: { number: nameOfAmendment(row), amount, title: row.content.title, contract: describeContract(after) },
    },
    ...(person.role === 'CUSTOMER' && {
      notification: toNotification(after, 'change-order-received', {
        changeOrder: row.content.title,
        amount,
      }),
    }),
  }
}

export function send(
  deps: ContractDeps,
  person: ContractSigner,
  id: string,
  amendmentId: string,
  { version, signature }: { version?: number | undefined; signature: SignatureInput },
): Promise<LazyContractView> {
  let notes: AuditNote[] = []
  return contractWorkflow.runForView(deps, person, id, {
    version,
    isDone: (contract) => {
      const row = rules.getAmendment(contract, amendmentId, person.role)
      return row.status === 'PENDING' && row.contentHash === signature.contentHash
    },
    async decide(before, context, tx) {
      const row = rules.getAmendment(before, amendmentId, person.role)
      rules.assertAllowedFor(before, row, 'send', context)
      const result = await sendIn(deps, tx, person, { before, row, signature, now: context.now })
      notes = result.notes
      return result.after
    },
    describeEffects: (after) =>
      toSentEffects(after, rules.getAmendment(after, amendmentId, person.role), notes, person),
  })
}

/** Creates and signs a customer's change order. */
export function createSigned(
  deps: ContractDeps,
  person: ContractSigner,
  id: string,
  { signature, ...content }: AmendmentContent & { signature: SignatureInput },
): Promise<Contract> {
  const amendmentId = deps.ids.next('amd')
  let notes: AuditNote[] = []
  return contractWorkflow.run(deps, person, id, {
    isDone: ({ amendments }) =>
      amendments.some(({ author, contentHash }) => author === person.role && contentHash === signature.contentHash),
    async decide(before, context, tx) {
      assertAllowed(before, 'amend', context)
      await attachEvidence(tx, { contractId: id, ownerId: person.id, field: 'photoIds' }, content.photoIds)
      const row = toAmendmentRow(before, content, { id: amendmentId, author: person.role, now: context.now })
      const result = await sendIn(deps, tx, person, { before, row, signature, now: context.now })
      notes = [{ event: 'AMENDMENT_CREATED', data: rules.dataOf(row) }, ...result.notes]
      return result.after
    },
    describeEffects: (after) =>
      toSentEffects(after, rules.getAmendment(after, amendmentId, person.role), notes, person),
  })
}

/** The hash a customer's change order would be signed with. */
export async function hash(deps: ContractDeps, person: ContractPerson, id: string, content: AmendmentContent) {
  const contract = await getOwnContract(deps.db, person, id)
  assertAllowed(contract, 'amend', { role: person.role, now: deps.clock.now() })
  rules.assertConsistent(contract, contentOf(content))
  const row = toAmendmentRow(contract, content, { id: '', author: person.role, now: deps.clock.now() })
  return {
    number: nameOfAmendment(row),
    snapshot: row.snapshot,
    contentHash: row.contentHash,
    total: { amount: row.total, currency: contract.currency },
  }
}
