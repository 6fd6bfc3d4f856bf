import type { DocumentSide, DocumentType } from '@fettle/protocol/accounts/documents'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const types: Record<DocumentType, MessageDescriptor> = {
  NATIONAL_ID: msg`National ID card`,
  PASSPORT: msg`Passport`,
  DRIVERS_LICENCE: msg`Driver's licence`,
  VOTER_CARD: msg`Voter's card`,
  RESIDENCE_PERMIT: msg`Residence permit`,
  SELFIE: msg`Selfie with your document`,
  PROOF_OF_ADDRESS: msg`Proof of address`,
  BANK_STATEMENT: msg`Bank statement`,
  TRADE_CERTIFICATE: msg`Trade certificate`,
  BUSINESS_REGISTRATION: msg`Business registration`,
  INSURANCE_CERTIFICATE: msg`Insurance certificate`,
  BACKGROUND_CHECK: msg`Background check`,
  PORTFOLIO_PHOTO: msg`Photo of your work`,
}

const sides: Record<DocumentSide, MessageDescriptor> = {
  FRONT: msg`Front side`,
  BACK: msg`Back side`,
  SINGLE: msg`Document`,
}

const hints: Partial<Record<DocumentType, MessageDescriptor>> = {
  PROOF_OF_ADDRESS: msg`A bill or letter from the last 3 months with your name and address.`,
  BANK_STATEMENT: msg`It shows the account holder's name and the account number.`,
  SELFIE: msg`Your face and the document beside it, both easy to see.`,
  INSURANCE_CERTIFICATE: msg`The page that shows what is covered and until when.`,
}

/** Label of a document type. */
export const documentLabel = (type: DocumentType): string => i18n._(types[type])

/** Label of a side of a document. */
export const sideLabel = (side: DocumentSide): string => i18n._(sides[side])

/** Hint for uploading a document of a type, if there is one. */
export const documentHint = (type: DocumentType): string | undefined => {
  const hint = hints[type]
  return hint && i18n._(hint)
}
