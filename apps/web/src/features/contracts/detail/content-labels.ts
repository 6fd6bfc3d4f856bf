import type { ContractDraft } from '@fettle/protocol/contracts/content'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Labels of a contract's content. */

export { dayText } from '../labels.ts'

const policies: Record<ContractDraft['cancellationPolicy'], MessageDescriptor> = {
  FLEXIBLE: msg`Flexible`,
  STANDARD: msg`Standard`,
  STRICT: msg`Strict`,
}
export const policyLabel = (policy: ContractDraft['cancellationPolicy']): string => i18n._(policies[policy])
