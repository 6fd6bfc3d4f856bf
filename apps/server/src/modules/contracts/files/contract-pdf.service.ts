import { hash } from 'node:crypto'
import type { ContractDocument } from '@fettle/protocol/contracts/versions'
import { actorOf } from '../../../platform/acting-party.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createDocumentText, type WriteText } from '../../../platform/pdf/document-text.ts'
import { print, type PdfPage } from '../../../platform/pdf/printer.ts'
import { findSigner } from '../../profile/index.ts'
import { listFileKeys } from '../../uploads/index.ts'
import { append } from '../history/audit.store.ts'
import { getOwnContract, lockOwnContract, type ContractPerson } from '../contract.access.ts'
import type { Contract } from '../contract.types.ts'
import { parseSnapshot, type StoredVersion } from '../history/versions.rules.ts'
import { getStoredVersion, textOf } from '../history/versions.service.ts'
import * as versions from '../history/versions.store.ts'
import type { SignedCertificate } from './certificate.rules.ts'
import { PRINT_CONTRACT_JOB } from './certificate.service.ts'
import { contractPdfMessages } from './contract-pdf.messages.ts'
import { blocksOf, titleOf, type SignatureImages } from './contract-pdf.rules.ts'

/**
 * Contract PDFs, created by a worker and once per version signed by both. A version has one language, so its bytes are
 * the same for every reader.
 */

const textIn = createDocumentText(contractPdfMessages)

type PrintDeps = Pick<Deps, 'db' | 'files' | 'settings'>

interface StoredPdf {
  bytes: Buffer
  sha256: string
  name: string
}

/** Downloads by people are recorded in the audit trail. */
export async function downloadContractPdf(
  deps: PrintDeps & Pick<Deps, 'clock'>,
  person: ContractPerson,
  id: string,
  number?: number,
): Promise<StoredPdf> {
  const contract = await getOwnContract(deps.db, person, id)
  const sheet = await getOrPrintPdf(deps, contract, number)
  await deps.db.transaction(async (tx) => {
    await lockOwnContract(tx, person, id)
    const data = { versionNumber: number ?? contract.currentVersion, sha256: sheet.sha256 }
    await append(deps, tx, id, [{ event: 'PDF_DOWNLOADED', data }], {
      actor: actorOf(person),
      origin: person.origin,
    })
  })
  return sheet
}

async function getOrPrintPdf(deps: PrintDeps, contract: Contract, number: number | undefined): Promise<StoredPdf> {
  const isDraft = contract.status === 'DRAFT' && number === undefined
  if (isDraft) {
    const { document, contentHash } = await textOf(deps, deps.db, contract)
    const { locale } = await findSigner(deps, deps.db, contract.providerId)
    const write = textIn(locale)
    const page = pageOf(document, contract.createdAt, write)
    const blocks = blocksOf(document, contentHash, { certificate: null, signatureImages: new Map(), write })
    const bytes = await print({ page, blocks })
    return { bytes, sha256: hash('sha256', bytes), name: `Contract ${contract.reference} draft.pdf` }
  }
  const version = await getStoredVersion(deps.db, contract, number ?? contract.currentVersion)
  const bytes = await bytesOf(deps, contract.id, version)
  return { bytes, sha256: hash('sha256', bytes), name: `Contract ${contract.reference} version ${version.number}.pdf` }
}

/** The stored PDF, or the same one created again. */
async function bytesOf(deps: PrintDeps, contractId: string, version: StoredVersion): Promise<Buffer> {
  const stored = version.pdfKey ? await deps.files.get(version.pdfKey) : undefined
  if (stored && hash('sha256', stored) === version.pdfSha256) return stored
  const certificate = version.certificate ? (JSON.parse(version.certificate) as SignedCertificate) : null
  const document = parseSnapshot(version)
  const signatureImages = certificate ? await signatureImagesOf(deps, certificate) : new Map<string, Uint8Array>()
  const at = certificate ? new Date(certificate.signedAt) : version.createdAt
  const write = textIn(version.locale)
  const bytes = await print({
    page: pageOf(document, at, write),
    blocks: blocksOf(document, version.contentHash, { certificate, signatureImages, write }),
  })
  if (certificate && !version.pdfKey) {
    const key = `contract/${contractId}-${version.number}.pdf`
    await deps.files.put(key, bytes, 'application/pdf')
    await versions.savePdf(deps.db, contractId, version.number, { key, sha256: hash('sha256', bytes) })
  }
  return bytes
}

function pageOf(document: ContractDocument, at: Date, write: WriteText): PdfPage {
  const { provider, content } = document
  const title = write(titleOf(document))
  return {
    title,
    author: provider.name,
    // The paper size common at the location of the work.
    country: content.siteAddress?.country ?? provider.country,
    lang: write.locale,
    footer: `${title} · ${provider.name}`,
    at: at.toISOString(),
  }
}

/** Drawn signatures in a format every PDF reader supports. */
async function signatureImagesOf({ db, files }: PrintDeps, { signers }: SignedCertificate): Promise<SignatureImages> {
  const ids = signers.flatMap(({ imageFileId }) => (imageFileId ? [imageFileId] : []))
  const images = new Map<string, Uint8Array>()
  if (ids.length === 0) return images
  const { default: sharp } = await import('sharp')
  for (const { id, key } of await listFileKeys(db, ids)) {
    const bytes = await files.get(key)
    if (!bytes) continue
    const flat = sharp(bytes)
      .flatten({ background: '#ffffff' })
      .resize(600, 300, { fit: 'inside', withoutEnlargement: true })
    images.set(id, new Uint8Array(await flat.jpeg({ quality: 85 }).toBuffer()))
  }
  return images
}

/** Handles the job that prints signed versions, so that the hash is known before the first download. */
export function handlePrintJobs(deps: PrintDeps & Pick<Deps, 'jobs'>): void {
  deps.jobs.handle<{ id: string; number: number }>(PRINT_CONTRACT_JOB, async ({ id, number }) => {
    const version = await versions.find(deps.db, id, number)
    if (version?.certificate && !version.pdfKey) await bytesOf(deps, id, version)
  })
}
