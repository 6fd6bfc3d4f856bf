import type { ContractStatus, ContractSummary } from '@fettle/protocol/contracts'

export const contractTabs = ['drafts', 'sign', 'active', 'done', 'ended'] as const

export type ContractTab = (typeof contractTabs)[number]

/** Each status belongs to one tab. */
export const statusesOf: Record<ContractTab, readonly ContractStatus[]> = {
  drafts: ['DRAFT', 'CHANGES_REQUESTED'],
  sign: ['PENDING_SIGNATURES'],
  active: ['ACTIVE', 'ON_HOLD', 'DISPUTED'],
  done: ['COMPLETED'],
  ended: ['TERMINATED', 'DECLINED', 'EXPIRED', 'VOIDED'],
}

export const readTab = (value: string | null): ContractTab => contractTabs.find((tab) => tab === value) ?? 'active'

type Standing = Pick<ContractSummary, 'status'>

/** Whether both sides have signed at least once. */
export const isRunning = ({ status }: Standing): boolean => statusesOf.active.includes(status)
