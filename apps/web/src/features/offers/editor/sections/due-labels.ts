import { instalmentDue, type Instalment } from '@fettle/protocol/offers/content'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const dueLabels: Record<Instalment['dueOn'], MessageDescriptor> = {
  ACCEPTANCE: msg`When they accept`,
  BEFORE_START: msg`Before the work begins`,
  START: msg`When the work begins`,
  COMPLETION: msg`When the work is done`,
  DATE: msg`On a day`,
}
export const dueLabel = (due: Instalment['dueOn']): string => i18n._(dueLabels[due])
export const allDues: readonly Instalment['dueOn'][] = instalmentDue
