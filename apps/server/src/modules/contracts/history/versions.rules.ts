import { hash } from 'node:crypto'
import type { Locale } from '@fettle/i18n/locales'
import type { ContractDocument, VersionReason } from '@fettle/protocol/contracts/versions'
import { canonical } from './audit.rules.ts'
import type { AmendmentRow, Contract } from '../contract.types.ts'

/**
 * Versions: what is signed, byte for byte. The same contract gives the same text, so its hash is known in advance.
 * Pure.
 */

export interface StoredVersion {
  number: number
  reason: VersionReason
  snapshot: string
  contentHash: string
  /** Language of the PDF: that of the provider's account when the version was frozen. */
  locale: Locale
  createdAt: Date
  /** The certificate, once both have signed. */
  certificate: string | null
  pdfKey: string | null
  pdfSha256: string | null
}

/** Fields of a version that lists of versions show. */
export type ListedVersion = Pick<StoredVersion, 'number' | 'reason' | 'contentHash' | 'pdfSha256' | 'createdAt'>

/** The provider as named in the text. */
export interface ProviderSummary {
  id: string
  name: string
  country: string
}

export const nameOfAmendment = ({ number }: Pick<AmendmentRow, 'number'>): string => `CO-${number}`

/** The text of version `number` of this contract. */
function documentOf(contract: Contract, provider: ProviderSummary, number: number): ContractDocument {
  return {
    contractId: contract.id,
    reference: contract.reference,
    number,
    currency: contract.currency,
    timeZone: contract.timeZone,
    provider: { id: provider.id, name: provider.name, country: provider.country },
    customer: { id: contract.customer.id, name: contract.customer.name },
    offer: contract.offerId ? { id: contract.offerId, revisionNumber: contract.offerRevision } : null,
    content: contract.content,
    amendments: contract.amendments
      .filter(({ status }) => status === 'APPROVED')
      .map((amendment) => ({
        number: nameOfAmendment(amendment),
        title: amendment.content.title,
        total: amendment.total,
        contentHash: amendment.contentHash,
        scheduleImpactDays: amendment.content.scheduleImpactDays,
      })),
  }
}

function freeze(document: ContractDocument): { snapshot: string; contentHash: string } {
  const snapshot = canonical(document)
  return { snapshot, contentHash: hash('sha256', snapshot) }
}

/** The text the contract would be frozen as now. */
export function nextText(contract: Contract, provider: ProviderSummary) {
  const document = documentOf(contract, provider, nextNumber(contract))
  return { document, ...freeze(document) }
}

export const parseSnapshot = ({ snapshot }: Pick<StoredVersion, 'snapshot'>): ContractDocument =>
  JSON.parse(snapshot) as ContractDocument

/** The number a draft would be sent as. */
const nextNumber = ({ currentVersion }: Contract): number => currentVersion + 1
