import type { Money } from '@fettle/protocol'
import { TERMINATION_ANSWER_DAYS } from '@fettle/protocol/contracts/parts'
import {
  message,
  open,
  quoted,
  quotes,
  type NotificationButton,
  type NotificationKinds,
  type NotificationSubject,
} from './kind.ts'

interface OfContract {
  customerName: string
  customerId: string
  title: string
  reference: string
}

/** Instants are ISO strings. */
export interface ContractParams {
  'contract-changes-requested': OfContract & { note: string }
  'contract-declined': OfContract & { note: string }
  'contract-expired': OfContract
  'contract-sign-expiring': OfContract & { signBy: string; timeZone: string }
  'contract-signed': OfContract & { total: Money }
  /** `until` is a day: `2026-03-20`. */
  'contract-held': OfContract & { note: string | null; until: string | null }
  'contract-resumed': OfContract
  'contract-withdrawn': OfContract & { note: string | null }
  /** `settled`: amount for work in progress. */
  'contract-terminated': OfContract & { settled: Money }
  'termination-proposed': OfContract & { settled: Money }
  /** Null without an answer in time. */
  'termination-contested': OfContract & { note: string | null }
  'milestone-approved': OfContract & { milestone: string; amount: Money; automatic: boolean }
  'milestone-changes': OfContract & { milestone: string; note: string }
  'change-order-received': OfContract & { changeOrder: string; amount: Money }
  /** `answer` is the resulting state of the change order. */
  'change-order-answered': OfContract & { changeOrder: string; answer: string; note: string | null }
}

const contract = ({ id }: NotificationSubject) => `/contracts/${id}`
const changeOrders = (subject: NotificationSubject) => `${contract(subject)}?section=change-orders`
const downloadPdf: NotificationButton<unknown> = {
  label: 'DOWNLOAD_PDF',
  to: (subject) => `${contract(subject)}?action=pdf`,
}
const common = { tags: ['contracts'], primary: open(contract) } as const

export const contracts: NotificationKinds<ContractParams> = {
  'contract-changes-requested': {
    ...common,
    name: 'Changes to a contract wanted',
    severity: 'HIGH',
    sentences: quotes,
    secondary: downloadPdf,
  },
  'contract-declined': {
    ...common,
    name: 'Contract declined',
    severity: 'HIGH',
    secondary: message,
    sentences: quotes,
  },
  'contract-expired': { ...common, name: 'Contract not signed in time', severity: 'MEDIUM' },
  'contract-sign-expiring': {
    ...common,
    name: 'Contract waiting to be signed',
    severity: 'HIGH',
    secondary: downloadPdf,
  },
  'contract-signed': { ...common, name: 'Contract signed', severity: 'HIGH', secondary: downloadPdf },
  'contract-held': {
    ...common,
    name: 'Contract on hold',
    severity: 'HIGH',
    secondary: message,
    sentences: (params) => [params.until && 'contract-held.until', quoted(params)],
  },
  'contract-resumed': { ...common, name: 'Contract goes on', severity: 'HIGH' },
  'contract-withdrawn': {
    ...common,
    name: 'Withdrawn from a contract',
    severity: 'HIGH',
    secondary: message,
    sentences: quotes,
  },
  'contract-terminated': { ...common, name: 'Contract ended', severity: 'HIGH' },
  'termination-proposed': {
    ...common,
    name: 'End of a contract proposed',
    severity: 'HIGH',
    textParams: () => ({ days: TERMINATION_ANSWER_DAYS }),
  },
  'termination-contested': {
    ...common,
    name: 'End of a contract contested',
    severity: 'HIGH',
    textParams: ({ note }) => ({ hasNote: String(note !== null) }),
    sentences: (params) => [quoted(params) ?? 'termination-contested.unanswered'],
    secondary: message,
  },
  'milestone-approved': { ...common, name: 'Milestone approved', severity: 'HIGH' },
  'milestone-changes': {
    ...common,
    name: 'Milestone sent back',
    severity: 'HIGH',
    sentences: quotes,
  },
  'change-order-received': {
    name: 'Change order received',
    severity: 'HIGH',
    tags: ['contracts'],
    primary: { label: 'REVIEW', to: changeOrders },
    secondary: message,
  },
  'change-order-answered': {
    name: 'Change order answered',
    severity: 'HIGH',
    sentences: quotes,
    tags: ['contracts'],
    primary: open(changeOrders),
  },
}
