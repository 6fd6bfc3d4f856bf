import type { ContractDraft, ContractPatch } from '@fettle/protocol/contracts/content'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { actorOf } from '../../../platform/acting-party.ts'
import { storeText, type TextCode } from '../../../platform/locale/messages.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { fieldError } from '../../../platform/errors.ts'
import { appendEvent } from '../../../platform/db/domain-events.ts'
import { listDocuments } from '../../documents/index.ts'
import { detachFiles } from '../../uploads/index.ts'
import type { AuditNote } from '../history/audit.store.ts'
import { contractWorkflow, type LazyContractView, type ContractDeps } from '../contract.workflow.ts'
import { lockOwnContract, subjectOf, type ContractPerson } from '../contract.access.ts'
import { attachFilesTo } from '../files/contract-files.service.ts'
import * as parts from '../milestones/contract-parts.store.ts'
import { assertAllowed, transition } from '../contract.rules.ts'
import type { Contract } from '../contract.types.ts'
import * as store from '../contracts.store.ts'
import { describeContract } from '../contract.effects.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** The draft with the changed fields. Every new milestone gets an id. */
export function withPatch(before: ContractDraft, patch: ContractPatch, nextId: () => string): ContractDraft {
  const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  const content = { ...before, ...changes }
  const usedIds = new Set<string>()
  const milestones = content.milestones.map((milestone) => {
    const id = milestone.id && !usedIds.has(milestone.id) ? milestone.id : nextId()
    usedIds.add(id)
    return { ...milestone, id, dueDate: milestone.dueDate ?? null }
  })
  return { ...content, milestones }
}

/** Throws for ids of other contracts' milestones, which a save would overwrite. */
function assertOwnMilestones(before: ContractDraft, after: ContractPatch): void {
  const ownIds = new Set(before.milestones.map(({ id }) => id))
  for (const [index, { id }] of (after.milestones ?? []).entries()) {
    if (id && !ownIds.has(id))
      throw fieldError(['content', 'milestones', index, 'id'], 'NOT_ALLOWED', issueText('MILESTONE_ID_UNKNOWN'))
  }
}

async function assertInsurance(
  deps: ContractDeps,
  providerId: string,
  { insuranceDocumentId }: ContractPatch,
): Promise<void> {
  if (!insuranceDocumentId) return
  const document = (await listDocuments(deps as Deps, { id: providerId })).find(({ id }) => id === insuranceDocumentId)
  if (document?.type === 'INSURANCE_CERTIFICATE' && document.status === 'APPROVED') return
  throw fieldError(['content', 'insuranceDocumentId'], 'NOT_ALLOWED', issueText('INSURANCE_NOT_APPROVED'))
}

/** The contract with new content, which determines title and total. */
const withContent = (contract: Contract, content: ContractDraft): Contract => ({
  ...contract,
  content,
  title: content.title || contract.title,
  total: content.totalAmount,
})

/** Edits a draft or a sent contract. The first change voids a signature under the sent text. */
export async function edit(
  deps: ContractDeps,
  person: ContractPerson,
  id: string,
  { version, content: patch }: { version?: number | undefined; content: ContractPatch },
): Promise<LazyContractView> {
  await assertInsurance(deps, person.id, patch)
  let voided = 0
  return contractWorkflow.runForView(deps, person, id, {
    version,
    async decide(before, context, tx) {
      assertAllowed(before, 'edit', context)
      assertOwnMilestones(before.content, patch)
      const content = withPatch(before.content, patch, () => deps.ids.next('mil'))
      await attachFilesTo(tx, { contractId: id, ownerId: person.id }, content)
      if (before.status === 'DRAFT') return withContent(bumpVersion(before, context.now), content)
      voided = await voidSignatures(tx, before, context.now, 'CONTRACT_CHANGED')
      return {
        ...withContent(transition(before, 'edit', context), content),
        signatureStatus: 'NONE',
        signBy: null,
        changes: before.changes,
      }
    },
    describeEffects: (_, before) =>
      before.status === 'DRAFT'
        ? { events: [], auditNotes: [] }
        : {
            events: [{ event: 'contract.edited', visibility: 'PROVIDER' }],
            auditNotes: voidedNotes('EDITED', voided),
            // The customer has not seen the new title.
            systemMessage: { code: 'contract-revising', params: { contract: describeContract(before) } },
          },
  })
}

/** Audit entries for voided signatures, if any. */
export const voidedNotes = (reason: 'EDITED' | 'CHANGES_REQUESTED' | 'VOIDED', signatures: number): AuditNote[] =>
  signatures > 0 ? [{ event: 'SIGNATURES_VOIDED', data: { reason, signatures } }] : []

/** Voids the signatures of the current version. Returns their number. */
export const voidSignatures = (tx: Tx, contract: Contract, at: Date, reason: TextCode): Promise<number> =>
  parts.voidSignatures(tx, contract.id, {
    versionNumber: contract.currentVersion,
    at,
    reason: storeText({ code: reason }),
  })

/** Deletes a draft that was never sent, without a trace. */
export function removeContract(deps: ContractDeps, person: ContractPerson, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const contract = await lockOwnContract(tx, person, id)
    assertAllowed(contract, 'remove', { role: person.role, now: deps.clock.now() })
    await store.remove(tx, id)
    await detachFiles(tx, id)
    await appendEvent(deps, tx, {
      subject: subjectOf(contract),
      type: 'contract.removed',
      actor: actorOf(person),
      visibility: 'PROVIDER',
      providerId: contract.providerId,
    })
  })
}
