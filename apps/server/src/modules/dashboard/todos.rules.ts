import type { Todo, TodoKind } from '@fettle/protocol/dashboard'

/** What waits for the provider, the most pressing first (domain §14). Pure. */

const HOUR = 3_600_000
/** Work that should have been over for this long is asked about. */
export const OVERDUE_AFTER = 2 * HOUR
export const SNOOZED_FOR = 24 * HOUR

/** Something that waits, as the store finds it. */
export interface Cause {
  kind: TodoKind
  /** What it is about; empty for the provider's own matters. */
  subjectId: string
  title: string
  dueAt: Date | null
}

interface Form {
  severity: Todo['severity']
  dismissible: boolean
  title: (what: string) => string
  redirect: (subjectId: string) => string
}

const booking = (id: string) => `/bookings/${id}`

const forms: Record<TodoKind, Form> = {
  RESPOND_REQUEST: {
    severity: 'HIGH',
    dismissible: false,
    title: (what) => `Answer the request: ${what}`,
    redirect: booking,
  },
  ANSWER_PROPOSAL: {
    severity: 'HIGH',
    dismissible: false,
    title: (what) => `Another time is proposed: ${what}`,
    redirect: booking,
  },
  COMPLETE_JOB: {
    severity: 'HIGH',
    dismissible: true,
    title: (what) => `Finish or pause: ${what}`,
    redirect: booking,
  },
  CONTEST_ATTRIBUTION: {
    severity: 'MEDIUM',
    dismissible: true,
    title: (what) => `Was it your doing? ${what}`,
    redirect: booking,
  },
  REPLY_MESSAGE: {
    severity: 'MEDIUM',
    dismissible: true,
    title: (what) => `Answer ${what}`,
    redirect: (id) => `/messages?channel=${id}`,
  },
  RENEW_DOCUMENT: {
    severity: 'MEDIUM',
    dismissible: true,
    title: (what) => `Renew your ${what}`,
    redirect: () => '/profile?tab=documents',
  },
  UPLOAD_DOCUMENT: {
    severity: 'LOW',
    dismissible: true,
    title: () => 'Upload an identity document',
    redirect: () => '/profile?tab=documents',
  },
  SET_AVAILABILITY: {
    severity: 'LOW',
    dismissible: true,
    title: () => 'Say when you work',
    redirect: () => '/profile?tab=availability',
  },
}

export const todoId = ({ kind, subjectId }: Pick<Cause, 'kind' | 'subjectId'>): string =>
  subjectId ? `${kind}:${subjectId}` : kind

const weight = { HIGH: 0, MEDIUM: 1, LOW: 2 } as const
const dueTime = ({ dueAt }: Todo) => (dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt))

/** Ranked by severity, then by when they are due; without those that were put off and may be. */
export function todosOf(causes: readonly Cause[], snoozed: ReadonlySet<string>): Todo[] {
  return causes
    .map((cause): Todo => {
      const { title, redirect, ...form } = forms[cause.kind]
      return {
        id: todoId(cause),
        kind: cause.kind,
        title: title(cause.title),
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
