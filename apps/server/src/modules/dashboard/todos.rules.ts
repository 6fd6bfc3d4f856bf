import { HOUR_MS } from '@fettle/protocol/core/durations'
import type { Todo, TodoKind } from '@fettle/protocol/workspace/dashboard'
import { customerNameOf } from '../../platform/locale/customer-name.ts'

/** To-dos, most urgent first. Pure. */

/** Time after its end at which unfinished work becomes a to-do. */
export const OVERDUE_AFTER_MS = 2 * HOUR_MS
/** Time after a view at which an unanswered offer becomes a to-do. */
export const FOLLOW_UP_AFTER_MS = 48 * HOUR_MS
export const SNOOZED_FOR_MS = 24 * HOUR_MS
/** Time after which an unanswered message becomes a to-do. */
const REPLY_AFTER_MS = HOUR_MS
/** Period in which a review without a reply is a to-do. */
export const REPLY_TO_REVIEW_WITHIN_MS = 14 * 24 * HOUR_MS

/** A cause as the store finds it. */
export interface TodoCause {
  kind: TodoKind
  /** Id of the subject. Empty for the provider's own profile. */
  subjectId: string
  title: string | null
  customerName: string | null
  customerAvatar: string | null
  startAt: Date | null
  timeZone: string | null
  overlaps: string | null
  visits: number | null
  documentType: Todo['about']['documentType']
  dueAt: Date | null
}

/** The details of a cause that has none. */
export const noDetails = {
  title: null,
  customerName: null,
  customerAvatar: null,
  startAt: null,
  timeZone: null,
  overlaps: null,
  visits: null,
  documentType: null,
  dueAt: null,
} satisfies Partial<TodoCause>

interface Form {
  severity: Todo['severity']
  dismissible: boolean
  redirect: (subjectId: string) => string
}

const booking = (id: string) => `/bookings/${id}`
const offer = (id: string) => `/offers/${id}`
const contract = (id: string) => `/contracts/${id}`
const either = (id: string) => (id.startsWith('off_') ? offer(id) : booking(id))

const documents = () => '/profile?tab=documents'

const forms: Record<TodoKind, Form> = {
  RESPOND_REQUEST: { severity: 'HIGH', dismissible: false, redirect: either },
  ANSWER_PROPOSAL: { severity: 'HIGH', dismissible: false, redirect: booking },
  COMPLETE_JOB: { severity: 'HIGH', dismissible: true, redirect: booking },
  REVISE_OFFER: { severity: 'HIGH', dismissible: true, redirect: offer },
  FIX_PAYOUT: { severity: 'HIGH', dismissible: false, redirect: (id) => `/earnings?tab=payouts&payout=${id}` },
  SCHEDULE_ACCEPTED_WORK: { severity: 'MEDIUM', dismissible: true, redirect: either },
  FINISH_DRAFT_OFFER: { severity: 'MEDIUM', dismissible: true, redirect: offer },
  FOLLOW_UP_OFFER: { severity: 'LOW', dismissible: true, redirect: offer },
  SIGN_CONTRACT: { severity: 'MEDIUM', dismissible: true, redirect: contract },
  SUBMIT_MILESTONE: { severity: 'MEDIUM', dismissible: true, redirect: contract },
  ANSWER_CHANGE_ORDER: { severity: 'HIGH', dismissible: true, redirect: contract },
  SEND_INVOICE: { severity: 'MEDIUM', dismissible: true, redirect: (id) => `/invoices/${id}` },
  ANSWER_DISPUTE: { severity: 'HIGH', dismissible: false, redirect: (id) => `/support/disputes/${id}` },
  CONTEST_ATTRIBUTION: { severity: 'MEDIUM', dismissible: true, redirect: booking },
  REPLY_MESSAGE: { severity: 'MEDIUM', dismissible: true, redirect: (id) => `/messages?customer=${id}` },
  REPLY_REVIEW: { severity: 'LOW', dismissible: true, redirect: (id) => `/reviews?review=${id}&action=reply` },
  ANSWER_TICKET: { severity: 'MEDIUM', dismissible: true, redirect: (id) => `/support/tickets/${id}` },
  RENEW_DOCUMENT: { severity: 'MEDIUM', dismissible: true, redirect: documents },
  ADD_BANK_ACCOUNT: { severity: 'LOW', dismissible: true, redirect: () => '/profile' },
  UPLOAD_DOCUMENT: { severity: 'LOW', dismissible: true, redirect: documents },
  SET_AVAILABILITY: { severity: 'LOW', dismissible: true, redirect: () => '/profile?tab=availability' },
}

export const todoId = ({ kind, subjectId }: Pick<TodoCause, 'kind' | 'subjectId'>): string =>
  subjectId ? `${kind}:${subjectId}` : kind

const weight = { HIGH: 0, MEDIUM: 1, LOW: 2 } as const
const dueTime = ({ dueAt }: Todo) => (dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt))

/** Sorted by severity, then by due date, without snoozed ones. */
export function todosOf(causes: readonly TodoCause[], snoozed: ReadonlySet<string>): Todo[] {
  return causes
    .map((cause): Todo => {
      const { redirect, ...form } = forms[cause.kind]
      const { title, customerAvatar, timeZone, overlaps, visits, documentType } = cause
      const customerName = cause.customerName === null ? null : customerNameOf(cause.customerName)
      const startAt = cause.startAt?.toISOString() ?? null
      return {
        id: todoId(cause),
        kind: cause.kind,
        about: { title, customerName, customerAvatar, startAt, timeZone, overlaps, visits, documentType },
        dueAt: cause.dueAt?.toISOString() ?? null,
        redirect: redirect(cause.subjectId),
        ...form,
      }
    })
    .filter(({ id, dismissible }) => !dismissible || !snoozed.has(id))
    .toSorted(
      (one, other) =>
        weight[one.severity] - weight[other.severity] || dueTime(one) - dueTime(other) || (one.id < other.id ? -1 : 1),
    )
}

/** A customer whose message awaits an answer. */
export interface UnansweredCustomer {
  customerId: string
  customerName: string
  customerAvatar: string | null
  since: Date
}

/** Customers who have waited too long for an answer. */
export const toReply = (waiting: readonly UnansweredCustomer[], now: Date): TodoCause[] =>
  waiting
    .filter(({ since }) => now.getTime() - since.getTime() > REPLY_AFTER_MS)
    .map(({ customerId: subjectId, customerName, customerAvatar }) => ({
      ...noDetails,
      kind: 'REPLY_MESSAGE',
      subjectId,
      customerName,
      customerAvatar,
    }))
