import type { DocumentType, RejectionCode } from '@fettle/protocol/accounts/documents'
import type { MessageParam } from '@fettle/i18n/message'
import { open, type NotificationButton, type NotificationKinds, type NotificationSubject } from './kind.ts'

interface FactorParams {
  kind: 'PASSKEY' | 'TOTP'
  name: string
  at: string
  timeZone: string
}

/** Kinds about the account, its documents and messages. Instants are ISO strings. */
export interface AccountParams {
  /** A reminder of a message is due. */
  'message-reminder': { authorName: string | null; excerpt: string; channelId: string }
  'document-approved': { document: DocumentType }
  /** `fix` is the code of the rejection. */
  'document-rejected': { document: DocumentType; fix: RejectionCode; note: string }
  /** `expiresAt` is a day: `2026-03-04`. */
  'document-expiring': { document: DocumentType; expiresAt: string; daysLeft: number }
  'new-sign-in': { device: MessageParam; at: string; timeZone: string }
  'bank-details-changed': { bankName: string; lastDigits: string; at: string; timeZone: string }
  'password-changed': { at: string; timeZone: string }
  'second-factor-added': FactorParams
  'second-factor-removed': FactorParams
  'recovery-code-used': { left: number; at: string; timeZone: string }
  'second-factor-reset-requested': { at: string; timeZone: string }
  'account-suspended': { reason: string; until: string; timeZone: string }
  'account-reinstated': object
  'review-received': { customerName: string; title: string; rating: number; comment: string }
}

const documents = open(() => '/profile?tab=documents')
const upload: NotificationButton<{ document: string }> = {
  label: 'UPLOAD_AGAIN',
  to: (_, { document }) => `/profile?tab=documents&upload=${document}`,
}
const review = ({ id }: NotificationSubject) => `/reviews?review=${id}`

const aboutDocument = {
  tags: ['documents'],
  primary: documents,
  textParams: ({ document }: { document: DocumentType }) => ({ document: { code: `document.${document}` } }),
} as const
const aboutSafety = {
  tags: ['security'],
  severity: 'CRITICAL',
  hasOwnMail: true,
  primary: open(() => '/profile'),
  secondary: { label: 'NOT_ME', to: () => '/profile?section=security' },
} as const

const EXCERPT_LENGTH = 140

/** The start of a text. */
function excerpt(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '))
  return characters.length <= EXCERPT_LENGTH ? characters.join('') : `${characters.slice(0, EXCERPT_LENGTH).join('')}…`
}

/** A text that another sentence follows. */
const asSentence = (text: string): string => (/[.!?؟…]$/.test(text) ? text : `${text}.`)

export const account: NotificationKinds<AccountParams> = {
  'message-reminder': {
    name: 'Message to come back to',
    severity: 'MEDIUM',
    tags: ['messages'],
    textParams: ({ authorName, excerpt }) => ({
      hasAuthor: String(authorName !== null),
      hasExcerpt: String(excerpt !== ''),
    }),
    primary: {
      label: 'OPEN',
      to: ({ id }, { channelId }) => `/messages?channel=${encodeURIComponent(channelId)}&message=${id}`,
    },
  },
  'document-approved': { ...aboutDocument, name: 'Document approved', severity: 'MEDIUM' },
  'document-rejected': {
    ...aboutDocument,
    name: 'Document rejected',
    severity: 'HIGH',
    secondary: upload,
    sentences: ({ note }) => [note && 'notification.note'],
  },
  'document-expiring': {
    ...aboutDocument,
    name: 'Document expiring',
    severity: 'HIGH',
    secondary: upload,
    textParams: (params) => ({ ...aboutDocument.textParams(params), isExpired: String(params.daysLeft < 0) }),
  },
  'new-sign-in': { ...aboutSafety, name: 'New sign-in' },
  'bank-details-changed': { ...aboutSafety, name: 'Bank details changed' },
  'password-changed': { ...aboutSafety, name: 'Password changed' },
  'second-factor-added': { ...aboutSafety, name: 'Second factor added' },
  'second-factor-removed': { ...aboutSafety, name: 'Second factor removed' },
  'recovery-code-used': { ...aboutSafety, name: 'Recovery code used' },
  'second-factor-reset-requested': { ...aboutSafety, name: 'Second factor reset requested' },
  'account-suspended': {
    name: 'Account suspended',
    severity: 'CRITICAL',
    tags: ['security'],
    textParams: ({ reason }) => ({ reason: asSentence(reason) }),
    primary: { label: 'ASK_SUPPORT', to: () => '/support' },
  },
  'account-reinstated': {
    name: 'Account no longer suspended',
    severity: 'HIGH',
    tags: ['security'],
    primary: open(() => '/'),
  },
  'review-received': {
    name: 'Review received',
    textParams: ({ comment }) => ({ note: excerpt(comment) }),
    sentences: ({ comment }) => [comment && 'notification.quote'],
    severity: 'LOW',
    tags: ['reviews'],
    primary: open(review),
    secondary: { label: 'REPLY', to: (subject) => `${review(subject)}&action=reply` },
  },
}
