import type { CallInput } from '@fettle/protocol'
import type { createAmendment, editContract } from '@fettle/protocol/contracts/actions'
import { readData } from '../data.ts'
import type { CustomerKey } from '../people/people.ts'

/** Ada's contracts, one in every state. Days count back from now. */

type ContractContent = NonNullable<CallInput<typeof editContract>['body']['content']>
type ChangeOrder = CallInput<typeof createAmendment>['body']

export type ContractStep = { daysAgo: number } & (
  | { do: 'send' | 'sign' | 'end' }
  | { do: 'agree'; title: string }
  | { do: 'start' | 'approve'; milestone: number }
  | { do: 'submit'; milestone: number; note: string }
  | { do: 'decline' | 'ask-changes' | 'void' | 'contest'; note: string }
  | { do: 'hold'; note: string; inDays: number }
  | { do: 'propose-end'; milestone: number; note: string; done: number }
  | { do: 'change'; order: ChangeOrder }
)

export interface ContractStory {
  who: CustomerKey
  title: string
  scopeOfWork: string
  /** Milestones and their price in naira. */
  parts: Record<string, number>
  /** Further content. */
  with?: ContractContent
  /** Days from the first day of the work to the last; two months where it does not say. */
  lasts?: number
  /** Days since it was created. */
  daysAgo: number
  steps: readonly ContractStep[]
}

interface Contracts {
  terms: string
  warranty: NonNullable<ContractContent['warranty']>
  recent: ContractStory[]
  earlier: ContractStory[]
}

export const contracts = readData<Contracts>('contracts')

/** The content of a contract, with Ada's terms. */
export function contentOf({ title, scopeOfWork, parts, with: more }: ContractStory): ContractContent {
  const milestones = Object.entries(parts).map(([name, naira]) => ({ title: name, amount: naira * 100 }))
  const { terms: text, warranty } = contracts
  return {
    title,
    scopeOfWork,
    totalAmount: milestones.reduce((sum, { amount }) => sum + amount, 0),
    milestones,
    warranty,
    terms: { templateId: null, templateVersion: null, text },
    ...more,
  }
}
