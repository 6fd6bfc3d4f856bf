import type { Received } from '@fettle/protocol'
import { contractProblems, milestoneMismatch } from '@fettle/protocol/contracts/problems'
import type { sendContract } from '@fettle/protocol/contracts/actions'
import type { SettingValues } from '@fettle/protocol/accounts/settings'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { issueText } from '@fettle/protocol/core/issue-text'
import { SIGN_DAYS } from '@fettle/protocol/contracts/parts'
import { AppError } from '../../../platform/errors.ts'
import { lockParties } from '../../customers/index.ts'
import { findSigner } from '../../profile/index.ts'
import { mismatch } from '../amendments/amendments.rules.ts'
import type { AuditNote } from '../history/audit.store.ts'
import { contractWorkflow, type LazyContractView, type ContractDeps } from '../contract.workflow.ts'
import type { ContractPerson } from '../contract.access.ts'
import { assertAllowed, isDone, transition } from '../contract.rules.ts'
import type { Contract } from '../contract.types.ts'
import { describeContract } from '../contract.effects.ts'
import type { Proof } from '../signing/signing.rules.ts'
import { putSignature } from '../signing/signing.service.ts'
import { nextText } from '../history/versions.rules.ts'
import { freezeNextVersion } from '../history/versions.service.ts'

/** Throws unless the content is complete and allowed by the operator. Problems are reported at their path. */
function assertComplete({ content, currency }: Contract, { coolingOffDays: min }: SettingValues): void {
  const problems = contractProblems(content)
  if (content.coolingOffDays < min) {
    problems.push({ path: ['coolingOffDays'], message: issueText('COOLING_OFF_TOO_SHORT', { min }) })
  }
  const issues = problems.map(({ path, message }) => ({
    path: ['content', ...path],
    field: String(path.findLast((key) => typeof key === 'string')),
    code: 'NOT_ALLOWED' as const,
    message,
  }))
  const mismatched = milestoneMismatch(content)
  if (mismatched) throw mismatch(currency, mismatched.sum, mismatched.total, ['content', 'milestones'], issues)
  if (issues.length > 0) throw new AppError('VALIDATION_FAILED', {}, { issues })
}

/** Sends the draft, signed by the provider, which freezes it as a version. */
export function send(
  deps: ContractDeps,
  person: ContractPerson & { proof: Proof },
  id: string,
  { version, signature }: Received<typeof sendContract>['body'],
): Promise<LazyContractView> {
  let notes: AuditNote[] = []
  return contractWorkflow.runForView(deps, person, id, {
    action: 'send',
    version,
    isDone: (contract) => isDone(contract, 'send', 'PROVIDER'),
    async decide(before, context, tx) {
      assertAllowed(before, 'send', context)
      assertComplete(before, deps.settings())
      await lockParties(tx, { providerId: before.providerId, customerId: before.customer.id })
      const signer = await findSigner(deps, tx, before.providerId)
      if (deps.settings().contractNeedsIdentity && !signer.isVerified) throw new AppError('VERIFICATION_REQUIRED')
      // Judged on the current text before anything is saved.
      const { document, contentHash } = nextText(before, signer)
      const signed = { contentHash, versionNumber: document.number, mustBeRead: true, name: signer.name }
      const reason = before.currentVersion === 0 ? 'INITIAL' : 'CHANGES_REQUESTED'
      const frozen = await freezeNextVersion(deps, tx, before, { signer, reason })
      const under = await putSignature(deps, tx, person, before, signature, signed)
      const data = { versionNumber: frozen.number, reason: frozen.reason, locale: frozen.locale }
      notes = [
        { event: 'VERSION_CREATED', contentHash, data },
        ...under,
        { event: 'SENT', contentHash, data: { versionNumber: frozen.number } },
      ]
      return {
        ...transition(before, 'send', context),
        signatureStatus: 'PROVIDER_SIGNED',
        currentVersion: frozen.number,
        sentAt: context.now,
        signBy: new Date(+context.now + SIGN_DAYS * DAY_MS),
        changes: null,
      }
    },
    describeEffects: (after) => ({
      events: [
        {
          event: 'contract.sent',
          data: { versionNumber: after.currentVersion, total: after.total, currency: after.currency },
        },
      ],
      auditNotes: notes,
      systemMessage: {
        code: 'contract-sent',
        params: { contract: describeContract(after), total: { amount: after.total, currency: after.currency } },
      },
    }),
  })
}
