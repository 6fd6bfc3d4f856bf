import { shortened } from '@fettle/protocol/common/limits'
import type { LineKind, LineUnit, OfferDraft } from '@fettle/protocol/offers/content'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { decimalText } from '../../../lib/format/decimal-text.ts'
import { fieldName } from '../../../lib/format/field-name.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { kindLabel, unitLabel } from '../../../shared/price-book/unit-labels.ts'
import { percentText } from '../../../lib/format/percent-text.ts'

/** Labels of changes, and formatting of their values. */

const names: Record<string, MessageDescriptor> = {
  name: msg`Name`,
  description: msg`Details`,
  quantity: msg`Quantity`,
  unit: msg`Unit`,
  unitPrice: msg`Unit price`,
  discountBps: msg`Discount`,
  taxRateBps: msg`Tax`,
  kind: msg`Kind`,
  optional: msg`Optional`,
  selected: msg`Selected by default`,
  optionGroupId: msg`Choice`,
  sectionId: msg`Heading`,
  customerQuantity: msg`Quantity range`,
  imageFileId: msg`Picture`,
  title: msg`Title`,
  intro: msg`Introduction`,
  taxMode: msg`Tax display`,
  sections: msg`Headings`,
  optionGroups: msg`Choices`,
  discount: msg`Overall discount`,
  deposit: msg`Deposit`,
  paymentSchedule: msg`Instalments`,
  terms: msg`Terms`,
  exclusions: msg`Not included`,
  warrantyMonths: msg`Warranty in months`,
  materialsBy: msg`Materials`,
  proposedSlots: msg`Suggested times`,
  estimatedMinutes: msg`Work time (minutes)`,
  photos: msg`Photos`,
  attachments: msg`Files`,
  requiresContract: msg`Needs a contract`,
}

/** Label of a field that differs between revisions. */
export const changedField = (field: string): string => {
  const found = names[field]
  return found ? i18n._(found) : fieldName(field)
}

interface Setting {
  currency: string
  timeZone: string
  content: OfferDraft
}

const MAX_VALUE_LENGTH = 120

/** Formats a changed value; empty where the label is enough. */
export function changedValue(field: string, value: unknown, { currency, content }: Setting): string {
  if (value === null || value === undefined || value === '') return ''
  switch (field) {
    case 'unitPrice':
      return moneyText({ amount: Number(value), currency })
    case 'discountBps':
    case 'taxRateBps':
      return percentText(Number(value) / 100)
    case 'unit':
      return unitLabel(value as LineUnit)
    case 'quantity':
      return decimalText(value as string)
    case 'kind':
      return kindLabel(value as LineKind)
    case 'optionGroupId':
      return content.optionGroups.find(({ id }) => id === value)?.name ?? ''
    case 'sectionId':
      return content.sections.find(({ id }) => id === value)?.title ?? ''
    case 'discount':
    case 'deposit': {
      const { type, value: share } = value as OfferDraft['discount']
      if (type === 'NONE') return ''
      return type === 'PERCENT' ? percentText(share / 100) : moneyText({ amount: share, currency })
    }
    case 'customerQuantity': {
      const { min, max } = value as { min: string; max: string }
      return `${decimalText(min)}–${decimalText(max)}`
    }
    case 'optional':
    case 'selected':
    case 'requiresContract':
      return value === true ? '✓' : '–'
    default:
      // For lists the label already says that an entry changed.
      return typeof value === 'string' || typeof value === 'number' ? shortened(String(value), MAX_VALUE_LENGTH) : ''
  }
}
