import type { Dashboard, KpiKey, Todo } from '@fettle/protocol/workspace/dashboard'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { TodoGroup } from './model.ts'
import { documentLabel } from '../../shared/provider-documents/labels.ts'

/** Labels for the codes and facts of the dashboard. */

const kpis: Record<KpiKey, MessageDescriptor> = {
  earnings: msg`Earnings`,
  upcomingValue: msg`Coming up`,
  jobsCompleted: msg`Jobs completed`,
  responseTime: msg`Response time`,
  acceptanceRate: msg`Requests accepted`,
  offerWinRate: msg`Offers won`,
  openOffersValue: msg`Open offers`,
  onTimeRate: msg`On time`,
  providerCancellationRate: msg`Cancelled by you`,
  rating: msg`Rating`,
  repeatCustomers: msg`Repeat customers`,
  profileStrength: msg`Profile strength`,
}

export const kpiLabel = (key: KpiKey): string => i18n._(kpis[key])

/** Text of a to-do. */
export function todoText({ kind, about }: Pick<Todo, 'kind' | 'about'>): string {
  const { customerName, visits, documentType } = about
  const title = about.title ?? ''
  const who = customerName ?? ''
  switch (kind) {
    case 'RESPOND_REQUEST':
      return visits && visits > 1
        ? plural(visits, {
            one: `Reply to ${who} about # visit: ${title}`,
            other: `Reply to ${who} about # visits: ${title}`,
          })
        : t`Reply to the request: ${title}`
    case 'ANSWER_PROPOSAL':
      return t`New time proposed: ${title}`
    case 'COMPLETE_JOB':
      return t`Finish or pause: ${title}`
    case 'REVISE_OFFER':
      return t`${who} requested changes: ${title}`
    case 'FINISH_DRAFT_OFFER':
      return title ? t`Finish the offer: ${title}` : t`Finish the offer for ${who}`
    case 'FOLLOW_UP_OFFER':
      return t`${who} viewed your offer: ${title}`
    case 'SCHEDULE_ACCEPTED_WORK':
      return t`Agree on a time: ${title}`
    case 'SIGN_CONTRACT':
      return t`Finish and sign the contract: ${title}`
    case 'SUBMIT_MILESTONE':
      return t`Submit the milestone: ${title}`
    case 'ANSWER_CHANGE_ORDER':
      return t`${who} proposed a change: ${title}`
    case 'SEND_INVOICE':
      return t`Send the invoice: ${title}`
    case 'FIX_PAYOUT':
      return t`A payout failed`
    case 'ANSWER_DISPUTE':
      return t`Reply to the dispute with ${who}: ${title}`
    case 'CONTEST_ATTRIBUTION':
      return t`Confirm who cancelled: ${title}`
    case 'REPLY_MESSAGE':
      return t`${who} is waiting for a reply`
    case 'REPLY_REVIEW':
      return t`Reply to the review by ${who}: ${title}`
    case 'ANSWER_TICKET':
      return t`Support is waiting for your reply: ${title}`
    case 'RENEW_DOCUMENT': {
      const document = documentType ? documentLabel(documentType) : ''
      return t`Renew: ${document}`
    }
    case 'ADD_BANK_ACCOUNT':
      return t`Add your bank account`
    case 'UPLOAD_DOCUMENT':
      return t`Upload an identity document`
    case 'SET_AVAILABILITY':
      return t`Set your working hours`
  }
}

/** Text of a to-do beside the job it is about. */
export function jobTodoText(todo: Pick<Todo, 'kind' | 'about'>): string {
  switch (todo.kind) {
    case 'ANSWER_PROPOSAL':
      return t`New time proposed`
    case 'COMPLETE_JOB':
      return t`Finish or pause`
    default:
      return todoText(todo)
  }
}

const groups: Record<TodoGroup, MessageDescriptor> = {
  requests: msg`Requests`,
  jobs: msg`Jobs`,
  offers: msg`Offers and contracts`,
  money: msg`Money`,
  messages: msg`Messages`,
  account: msg`Account`,
}

export const todoGroupLabel = (group: TodoGroup): string => i18n._(groups[group])

type SetupKey = NonNullable<Dashboard['setup']>['steps'][number]['key']
const steps: Record<SetupKey, MessageDescriptor> = {
  avatar: msg`Add a profile picture`,
  documents: msg`Upload an identity document`,
  availability: msg`Set your working hours`,
  accountNumber: msg`Add your bank account`,
  phone: msg`Add your phone number`,
}

export const setupLabel = (key: SetupKey): string => i18n._(steps[key])
