import type { ContractDraft } from './content.ts'

/** The content without its amounts, for a contract in another currency. Retention and late fee in percent stay. */
export const withoutAmounts = (content: ContractDraft): ContractDraft => ({
  ...content,
  totalAmount: 0,
  milestones: content.milestones.map((milestone) => ({ ...milestone, amount: 0 })),
})
