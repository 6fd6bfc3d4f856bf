import type { HoldReason, TerminationReason, AmendmentReason } from '@fettle/protocol/contracts/parts'
import type { ContractSummary } from '@fettle/protocol/contracts'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { dayIn, dayName, daysAway, longDay, ownTimeZone } from '../../lib/format/dates.ts'
import type { ContractTab } from './list/contract-tabs.ts'
import type { OtherContractAction } from './next-step.ts'

/** Labels of contracts. */

/** Title of a contract, or a default naming the customer while it has none. */
export const titleOf = ({ title, customer }: Pick<ContractSummary, 'title' | 'customer'>): string => {
  const name = customer.name
  return title || t`Contract with ${name}`
}

const noon = (day: string) => `${day}T12:00:00Z`

/** Formats a calendar day in full. */
export const dayText = (day: string): string => longDay(noon(day), 'UTC')

/** Formats a calendar day relative to the provider's today, and returns whether it has passed. */
export function dueDay(day: string, now: Date, timeZone = ownTimeZone()): { name: string; isOver: boolean } {
  const today = new Date(noon(dayIn(now, timeZone)))
  return { name: dayName(noon(day), 'UTC', today), isOver: daysAway(noon(day), 'UTC', today) < 0 }
}

const tabs: Record<ContractTab, MessageDescriptor> = {
  drafts: msg`Drafts`,
  sign: msg`To sign`,
  active: msg`Active`,
  done: msg`Done`,
  ended: msg`Ended`,
}
export const tabLabel = (tab: ContractTab): string => i18n._(tabs[tab])

const actions: Record<OtherContractAction, MessageDescriptor> = {
  edit: msg`Edit contract`,
  amend: msg`New change order`,
  hold: msg`Put work on hold`,
  resume: msg`Resume work`,
  termination: msg`Propose to end the contract`,
  'accept-termination': msg`Agree to end`,
  'contest-termination': msg`Object to ending the contract`,
  'withdraw-termination': msg`Withdraw proposal`,
  void: msg`Cancel contract`,
  remove: msg`Delete draft`,
}
export const actionLabel = (action: OtherContractAction): string => i18n._(actions[action])

const holds: Record<HoldReason, MessageDescriptor> = {
  WAITING_MATERIALS: msg`Waiting for materials`,
  WAITING_CUSTOMER: msg`Waiting for the customer`,
  WAITING_PERMIT: msg`Waiting for a permit`,
  WAITING_PAYMENT: msg`Waiting for a payment`,
  WEATHER: msg`Weather`,
  ILLNESS_OR_EMERGENCY: msg`Illness or an emergency`,
  OTHER: msg`Something else`,
}
export const holdReasonLabel = (reason: HoldReason): string => i18n._(holds[reason])

const ends: Record<TerminationReason, MessageDescriptor> = {
  MUTUAL: msg`Mutual agreement`,
  NON_PAYMENT: msg`Non-payment`,
  DELAY: msg`Delays`,
  QUALITY: msg`Quality of work`,
  ACCESS_REFUSED: msg`No access to the site`,
  SCOPE_CHANGED: msg`The job has changed`,
  UNABLE_TO_CONTINUE: msg`I can't continue`,
  OTHER: msg`Something else`,
}
export const terminationReasonLabel = (reason: TerminationReason): string => i18n._(ends[reason])

const changes: Record<AmendmentReason, MessageDescriptor> = {
  CUSTOMER_REQUEST: msg`The customer asked for it`,
  HIDDEN_CONDITION: msg`Hidden problem`,
  DESIGN_CHANGE: msg`The plan changed`,
  MATERIAL_PRICE: msg`Material prices`,
  REGULATION: msg`Regulations`,
  CREDIT: msg`Credit to the customer`,
  OTHER: msg`Something else`,
}
export const changeReasonLabel = (reason: AmendmentReason): string => i18n._(changes[reason])
