import type { DocumentSide, DocumentType, ProviderDocument } from '@fettle/protocol/accounts/documents'
import { cardTypes, documentTypes } from '@fettle/protocol/accounts/constants'

/** Whether a document has a front and a back. */
const isCard = (type: DocumentType): boolean => cardTypes.includes(type)

/** Sides of a document. A PDF of a card contains both. */
export const sidesOf = (type: DocumentType, { isPdf = false } = {}): DocumentSide[] =>
  isCard(type) && !isPdf ? ['FRONT', 'BACK'] : ['SINGLE']

/** Whether a type has an expiry date, and whether it is required. */
export const expiryOf = (type: DocumentType): 'required' | 'optional' | 'none' => {
  if (type === 'INSURANCE_CERTIFICATE') return 'required'
  const lasting: readonly DocumentType[] = [
    'SELFIE',
    'PROOF_OF_ADDRESS',
    'BANK_STATEMENT',
    'PORTFOLIO_PHOTO',
    'BUSINESS_REGISTRATION',
  ]
  return lasting.includes(type) ? 'none' : 'optional'
}

const endedStatuses: ReadonlySet<ProviderDocument['status']> = new Set(['WITHDRAWN', 'SUPERSEDED'])

/** Valid documents in type order, sides together, newest first. */
export function currentDocuments(documents: readonly ProviderDocument[]): ProviderDocument[] {
  const order = (type: DocumentType) => documentTypes.indexOf(type)
  return documents
    .filter(({ status }) => !endedStatuses.has(status))
    .sort(
      (one, other) =>
        order(one.type) - order(other.type) ||
        other.createdAt.slice(0, 10).localeCompare(one.createdAt.slice(0, 10)) ||
        other.side.localeCompare(one.side),
    )
}

/** Whether a document has to be uploaded again, because it was refused or has expired. */
export const asksForNew = ({ status }: Pick<ProviderDocument, 'status'>): boolean =>
  status === 'REJECTED' || status === 'EXPIRED'

/** Documents that are no longer valid. */
export const earlierDocuments = (documents: readonly ProviderDocument[]): ProviderDocument[] =>
  documents.filter(({ status }) => endedStatuses.has(status))
