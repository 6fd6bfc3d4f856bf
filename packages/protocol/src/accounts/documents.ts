import * as z from 'zod/mini'
import { LocalizedText } from '../core/text.ts'
import { flow } from '../core/flow.ts'
import { fileErrors } from '../common/uploads.ts'
import { operation } from '../core/operation.ts'
import { commaList, Day, FileId, Instant, line, pageQuery, prose, UserId } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'
import { documentTypes } from './constants.ts'

/** A provider's documents: uploaded by the provider, reviewed by an operator, valid until they expire. */

export const DocumentType = z.enum(documentTypes, issueText('DOCUMENT_TYPE_REQUIRED'))
export type DocumentType = z.infer<typeof DocumentType>

export const documentSides = ['FRONT', 'BACK', 'SINGLE'] as const
export const DocumentSide = z.enum(documentSides, issueText('DOCUMENT_SIDE_REQUIRED'))
export type DocumentSide = z.infer<typeof DocumentSide>

export const documentFlow = flow(
  ['UPLOADED', 'UNDER_REVIEW', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'SUPERSEDED'],
  ['UPLOADED'],
  {
    submit: { from: ['UPLOADED'], to: 'UNDER_REVIEW', by: ['SYSTEM'] },
    /** An approved one only if it is a photo of the portfolio. */
    withdraw: { from: ['UNDER_REVIEW', 'APPROVED'], to: 'WITHDRAWN', by: ['PROVIDER'] },
    approve: { from: ['UNDER_REVIEW'], to: 'APPROVED', by: ['OPERATOR'] },
    reject: { from: ['UNDER_REVIEW'], to: 'REJECTED', by: ['OPERATOR'] },
    expire: { from: ['APPROVED'], to: 'EXPIRED', by: ['SYSTEM'] },
    supersede: { from: ['APPROVED', 'REJECTED', 'EXPIRED'], to: 'SUPERSEDED', by: ['SYSTEM'] },
  },
)
export const DocumentStatus = z.enum(documentFlow.states)
export type DocumentStatus = z.infer<typeof DocumentStatus>

/** Reasons for rejecting a document. What the provider can do about it is a message: `DOCUMENT_FIX_…`. */
export const rejectionCodes = [
  'BLURRY',
  'CROPPED',
  'GLARE',
  'EXPIRED',
  'NAME_MISMATCH',
  'WRONG_TYPE',
  'UNREADABLE',
  'TAMPERING_SUSPECTED',
  'OTHER',
] as const
export const RejectionCode = z.enum(rejectionCodes, issueText('REASON_REQUIRED'))
export type RejectionCode = z.infer<typeof RejectionCode>

const DocumentId = z.string().check(z.regex(/^doc_[0-9A-HJKMNP-TV-Z]{26}$/, issueText('ID_INVALID')))

export const ProviderDocument = z.object({
  id: DocumentId,
  type: DocumentType,
  side: DocumentSide,
  fileId: z.nullable(FileId),
  fileName: z.string(),
  mime: z.string(),
  size: z.int(),
  sha256: z.string(),
  pages: z.nullable(z.int()),
  documentNumberLast4: z.nullable(z.string()),
  issuer: z.nullable(z.string()),
  issuedAt: z.nullable(Day),
  expiresAt: z.nullable(Day),
  status: DocumentStatus,
  rejection: z.nullable(z.object({ code: RejectionCode, note: z.string(), fix: LocalizedText })),
  reviewedAt: z.nullable(Instant),
  /** Promised time of the decision while under review. */
  reviewDueAt: z.nullable(Instant),
  supersedesId: z.nullable(DocumentId),
  /** Signed, valid for five minutes. Null once the file is deleted. */
  url: z.nullable(z.string()),
  createdAt: Instant,
  version: z.int(),
  allowedActions: z.array(z.enum(['withdraw', 'replace'])),
})
export type ProviderDocument = z.infer<typeof ProviderDocument>

const account = { audience: 'account' } as const

export const listDocuments = operation({
  ...account,
  name: 'documents.list',
  method: 'GET',
  path: '/v2/profile/documents',
  summary: 'List my documents, newest first.',
  returns: z.array(ProviderDocument),
})

export const uploadDocument = operation({
  ...account,
  name: 'documents.upload',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/profile/documents',
  summary: 'Upload a document for review. Once approved, it replaces the earlier document of the same kind.',
  file: 'file',
  body: z.object({
    type: DocumentType,
    /** Defaults to FRONT for cards and SINGLE for the rest. */
    side: z.optional(DocumentSide),
    documentNumber: z.optional(line(4, 40, issueText('DOCUMENT_NUMBER_REQUIRED'))),
    issuer: z.optional(line(2, 100, issueText('DOCUMENT_ISSUER_REQUIRED'))),
    issuedAt: z.optional(z.iso.date(issueText('DOCUMENT_ISSUE_DATE_REQUIRED'))),
    expiresAt: z.optional(z.iso.date(issueText('DOCUMENT_EXPIRY_DATE_REQUIRED'))),
  }),
  status: 201,
  returns: ProviderDocument,
  errors: ['DOCUMENT_DUPLICATE', 'DOCUMENT_LIMIT', ...fileErrors],
})

export const withdrawDocument = operation({
  ...account,
  name: 'documents.withdraw',
  method: 'DELETE',
  path: '/v2/profile/documents/:id',
  summary: 'Withdraw a document that is still under review, or an approved photo of the portfolio.',
  params: z.object({ id: DocumentId }),
  returns: ProviderDocument,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

/** A document as operators review it. */
export const DocumentForReview = z.extend(ProviderDocument, { provider: z.object({ id: UserId, name: z.string() }) })
export type DocumentForReview = z.infer<typeof DocumentForReview>

const operator = { audience: 'marketplace', scope: 'operator' } as const
const params = z.object({ id: DocumentId })

export const listDocumentsForReview = operation({
  ...operator,
  name: 'marketplace.documents.list',
  method: 'GET',
  path: '/v2/marketplace/documents',
  summary: 'List documents of all providers, oldest first. Only those under review unless a status is given.',
  query: z.object({ ...pageQuery, status: z.optional(commaList(DocumentStatus)) }),
  returns: z.array(DocumentForReview),
})

export const approveDocument = operation({
  ...operator,
  name: 'marketplace.documents.approve',
  method: 'POST',
  path: '/v2/marketplace/documents/:id/approve',
  summary: 'Approve a document.',
  params,
  body: z.object({}),
  returns: DocumentForReview,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const rejectDocument = operation({
  ...operator,
  name: 'marketplace.documents.reject',
  method: 'POST',
  path: '/v2/marketplace/documents/:id/reject',
  summary: 'Reject a document, with a reason and a note for the provider.',
  params,
  body: z.object({ code: RejectionCode, note: prose(1, 1000, issueText('NOTE_TOO_LONG')) }),
  returns: DocumentForReview,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
