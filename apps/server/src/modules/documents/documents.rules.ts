import { nextState } from '@fettle/protocol'
import {
  documentFlow,
  type DocumentSide,
  type DocumentType,
  type ProviderDocument,
} from '@fettle/protocol/accounts/documents'
import { cardTypes, documentLimits, identityTypes } from '@fettle/protocol/accounts/constants'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { AppError, fieldError, rateLimited } from '../../platform/errors.ts'
import { localized } from '../../platform/locale/messages.ts'
import { addDays, addMonths } from '../../platform/locale/zoned-time.ts'
import type { DocumentRow } from './documents.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Rules of uploads and reviews of documents. Pure. */

const REVIEW_WORKING_DAYS = 2
/** Days relative to expiry on which something happens: three warnings, and expiry on the day after. */
const DEADLINES = [-30, -7, -1, 1] as const
/** A withdrawn document's file is deleted after this time. */
export const WITHDRAWN_RETENTION_MS = 30 * DAY_MS

export type DocumentAction = keyof typeof documentFlow.transitions
type DocumentRole = 'PROVIDER' | 'OPERATOR' | 'SYSTEM'

export interface DocumentFacts {
  type: DocumentType
  side: DocumentSide | undefined
  isPdf: boolean
  issuedAt: string | undefined
  expiresAt: string | undefined
}

const monthsBefore = (day: string, months: number): string => addMonths(day, -months, Number(day.slice(8)))

/** Validates a document's data on a day and returns its side. Throws field errors. */
export function assertFacts({ type, side, isPdf, issuedAt, expiresAt }: DocumentFacts, today: string): DocumentSide {
  if (type === 'INSURANCE_CERTIFICATE' && !expiresAt) {
    throw fieldError(['expiresAt'], 'REQUIRED', issueText('DOCUMENT_EXPIRY_DATE_REQUIRED'))
  }
  if (expiresAt && expiresAt < today) throw fieldError(['expiresAt'], 'NOT_ALLOWED', issueText('DOCUMENT_EXPIRED'))
  if (issuedAt && issuedAt > today) throw fieldError(['issuedAt'], 'NOT_ALLOWED', issueText('DATE_IN_FUTURE'))
  if (type === 'PROOF_OF_ADDRESS' && issuedAt && issuedAt < monthsBefore(today, 3)) {
    throw fieldError(['issuedAt'], 'NOT_ALLOWED', issueText('DOCUMENT_TOO_OLD', { max: 3 }))
  }
  const isCard = cardTypes.includes(type)
  const resolved = side ?? (isCard ? (isPdf ? 'SINGLE' : 'FRONT') : 'SINGLE')
  if (isCard && resolved === 'SINGLE' && !isPdf) {
    throw fieldError(['side'], 'NOT_ALLOWED', issueText('BOTH_SIDES_REQUIRED'))
  }
  return resolved
}

interface DocumentKind {
  type: DocumentType
  /** Undefined before the file was inspected: any. */
  side: DocumentSide | undefined
}

/** Throws DOCUMENT_LIMIT or RATE_LIMITED. A replacement has room although all others are there. */
export function assertRoom(existing: readonly DocumentRow[], kind: DocumentKind, now: Date): void {
  const { type } = kind
  const lastHour = existing
    .filter(({ createdAt }) => createdAt.getTime() > now.getTime() - HOUR_MS)
    .map(({ createdAt }) => createdAt.getTime())
    .sort((one, other) => one - other)
  const oldest = lastHour.at(-documentLimits.uploadsPerHour)
  if (oldest !== undefined) throw rateLimited(oldest + HOUR_MS, now)
  const live = existing.filter(({ status }) => ['UNDER_REVIEW', 'APPROVED', 'REJECTED'].includes(status))
  if (live.filter((each) => takesRoom(each, type)).length >= documentLimits.live && !replacesAny(existing, kind))
    throw new AppError('DOCUMENT_LIMIT', { limit: documentLimits.live })
  const waiting = live.filter((each) => each.type === type && each.status === 'UNDER_REVIEW')
  if (type !== 'PORTFOLIO_PHOTO' && waiting.length >= documentLimits.underReviewPerType) {
    throw new AppError('DOCUMENT_LIMIT', { limit: documentLimits.underReviewPerType })
  }
}

/** A reviewed photo is never replaced: an approved one takes room of photos only, a rejected one none. */
const takesRoom = (live: DocumentRow, wanted: DocumentType): boolean =>
  live.type !== 'PORTFOLIO_PHOTO' ||
  live.status === 'UNDER_REVIEW' ||
  (live.status === 'APPROVED' && wanted === 'PORTFOLIO_PHOTO')

/** The document a new one of this kind will replace once approved. */
export function supersededBy(existing: readonly DocumentRow[], { type, side }: DocumentKind): DocumentRow | undefined {
  if (type === 'PORTFOLIO_PHOTO') return undefined
  return existing
    .filter((each) => each.type === type && (side ?? each.side) === each.side && isReplaceable(each))
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .at(0)
}

/** Whether a new document of this kind will replace any: one file also replaces the sides of its card. */
const replacesAny = (existing: readonly DocumentRow[], kind: DocumentKind): boolean =>
  supersededBy(existing, kind) !== undefined ||
  (kind.side === 'SINGLE' &&
    cardTypes.includes(kind.type) &&
    existing.some((each) => each.type === kind.type && isReplaceable(each)))

const isReplaceable = ({ status }: DocumentRow) => ['APPROVED', 'REJECTED', 'EXPIRED'].includes(status)

/**
 * The documents that an approved one replaces: the one named at its upload, and the earlier other form of its card. One
 * file replaces both sides; a side replaces the one file once the other side is approved too.
 */
export function replacedBy(approved: DocumentRow, existing: readonly DocumentRow[]): DocumentRow[] {
  const { type, side, supersedesId, createdAt } = approved
  const ofType = existing.filter((each) => each.type === type)
  const has = (wanted: DocumentSide) =>
    side === wanted || ofType.some((each) => each.side === wanted && each.status === 'APPROVED')
  const isOtherForm = (each: DocumentRow) =>
    cardTypes.includes(type) &&
    each.createdAt < createdAt &&
    (side === 'SINGLE' ? each.side !== 'SINGLE' : each.side === 'SINGLE' && has('FRONT') && has('BACK'))
  return ofType.filter((each) => isReplaceable(each) && (each.id === supersedesId || isOtherForm(each)))
}

/** Whether a document under review will replace this one once approved. */
export const isBeingReplaced = ({ id }: DocumentRow, existing: readonly DocumentRow[]): boolean =>
  existing.some((each) => each.status === 'UNDER_REVIEW' && replacedBy(each, existing).some((old) => old.id === id))

/** Days until a document expires, negative once it has, within the first warning. Undefined: it is not to be renewed. */
export function renewalDaysLeft({ status, expiresAt }: DocumentRow, today: string): number | undefined {
  if (expiresAt === null || (status !== 'APPROVED' && status !== 'EXPIRED')) return undefined
  const daysLeft = daysUntil(expiresAt, today)
  return daysLeft <= -DEADLINES[0] ? daysLeft : undefined
}

const verbs: Record<DocumentAction, string> = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  approve: 'approved',
  reject: 'rejected',
  expire: 'expired',
  supersede: 'replaced',
}

/** The document after a transition. Throws INVALID_TRANSITION. */
export function transition(document: DocumentRow, action: DocumentAction, role: DocumentRole, now: Date): DocumentRow {
  const status = nextState(documentFlow, document.status, action, role)
  if (status === undefined || (action === 'withdraw' && !allowedActions(document).includes('withdraw'))) {
    const facts = { thing: 'document', from: document.status, action, verb: verbs[action] }
    throw new AppError('INVALID_TRANSITION', { ...facts, allowed: allowedActions(document) })
  }
  return { ...document, status, version: document.version + 1, updatedAt: now }
}

const allowedActions = ({ type, status }: Pick<DocumentRow, 'type' | 'status'>): ProviderDocument['allowedActions'] => {
  // Nothing replaces a photo of the portfolio.
  if (status === 'UNDER_REVIEW' || (status === 'APPROVED' && type === 'PORTFOLIO_PHOTO')) return ['withdraw']
  return ['APPROVED', 'REJECTED', 'EXPIRED'].includes(status) ? ['replace'] : []
}

/** Two working days later, at the same time of day. */
function reviewDueAt(createdAt: Date): Date {
  const due = new Date(createdAt)
  for (let days = 0; days < REVIEW_WORKING_DAYS;) {
    due.setUTCDate(due.getUTCDate() + 1)
    if (due.getUTCDay() !== 0 && due.getUTCDay() !== 6) days += 1
  }
  return due
}

/** Days from today to another day. */
export const daysUntil = (day: string, today: string): number =>
  Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)

/** The next day after today on which something happens to a document. After the last of them: that day, which is due. */
export function nextDueOn(expiresAt: string | null, today: string): string | null {
  if (expiresAt === null) return null
  const days = DEADLINES.map((offset) => addDays(expiresAt, offset))
  return days.find((day) => day > today) ?? days.at(-1) ?? null
}

/** The verification level that follows from the documents. */
export function verificationLevelOf(
  documents: readonly Pick<DocumentRow, 'type' | 'side' | 'status'>[],
): Profile['verificationLevel'] {
  const identity = documents.filter(({ type }) => identityTypes.includes(type))
  const approved = identity.filter(({ status }) => status === 'APPROVED')
  const has = (type: DocumentType, side: DocumentSide) =>
    approved.some((each) => each.type === type && each.side === side)
  const isProven = identityTypes.some((type) =>
    cardTypes.includes(type)
      ? has(type, 'SINGLE') || (has(type, 'FRONT') && has(type, 'BACK'))
      : approved.some((each) => each.type === type),
  )
  if (isProven) return 'VERIFIED'
  return approved.length > 0 || identity.some(({ status }) => status === 'UNDER_REVIEW') ? 'PENDING' : 'NONE'
}

export function toView(document: DocumentRow, url: string | null): ProviderDocument {
  // Events and exports have no schema that would leave out what only the server needs.
  const { providerId, providerName, fileKey, dueOn, updatedAt, rejectionCode, rejectionNote, ...shown } = document
  const { status, createdAt, reviewedAt } = document
  return {
    ...shown,
    rejection: rejectionCode && {
      code: rejectionCode,
      note: rejectionNote ?? '',
      fix: localized({ code: `DOCUMENT_FIX_${rejectionCode}` }),
    },
    reviewedAt: reviewedAt?.toISOString() ?? null,
    reviewDueAt: status === 'UNDER_REVIEW' ? reviewDueAt(createdAt).toISOString() : null,
    url,
    createdAt: createdAt.toISOString(),
    allowedActions: allowedActions(document),
  }
}
