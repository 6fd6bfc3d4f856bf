import type { Instalment } from '@fettle/protocol/offers/content'
import { instalmentDue } from '@fettle/protocol/offers/constants'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const dueLabels: Record<Instalment['dueOn'], MessageDescriptor> = {
  ACCEPTANCE: msg`On acceptance`,
  BEFORE_START: msg`Before work starts`,
  START: msg`When work starts`,
  COMPLETION: msg`When work is done`,
  DATE: msg`On a date`,
}
export const dueLabel = (due: Instalment['dueOn']): string => i18n._(dueLabels[due])
export const allDues: readonly Instalment['dueOn'][] = instalmentDue
