import { formatterOf } from '@fettle/i18n/format'
import type { Location } from '@fettle/protocol/bookings'
import type { ContractDocument } from '@fettle/protocol/contracts/versions'
import type { PdfBlock } from '../../../platform/pdf/printer.ts'
import { formatDate, formatInstant } from '../contract.formatting.ts'
import type { SignedCertificate } from './certificate.rules.ts'

/** Text blocks of a contract's PDF. Pure: the same version gives the same PDF, so it is in English for every reader. */

const percent = (bps: number): string => `${(bps / 100).toLocaleString('en', { maximumFractionDigits: 2 })} %`
const MUTED = '#57534e'

const formatAddress = ({ line1, line2, city, state, postalCode }: Location): string =>
  [line1, line2, [postalCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')

const policies = { FLEXIBLE: 'Flexible', STANDARD: 'Standard', STRICT: 'Strict' }
const materials = { PROVIDER: 'The provider', CUSTOMER: 'The customer', SHARED: 'Both, as described' }
const days = (n: number): string => (n === 1 ? '1 day' : `${n} days`)
const months = (n: number): string => (n === 1 ? '1 month' : `${n} months`)

function facts({ content, provider, customer, currency }: ContractDocument) {
  const fact = (label: string, value: string | null | false) => (value ? [{ label, value }] : [])
  const { paymentTerms, warranty } = content
  return [
    ...fact('Provider', provider.name),
    ...fact('Customer', customer.name),
    ...fact('Where', content.siteAddress && formatAddress(content.siteAddress)),
    ...fact('Total', formatterOf('en').money({ amount: content.totalAmount, currency })),
    ...fact('Begins', content.startDate && formatDate(content.startDate)),
    ...fact('Ends', content.endDate && formatDate(content.endDate)),
    ...fact('Materials by', materials[content.materialsBy]),
    ...fact('Invoices are due within', days(paymentTerms.dueDays)),
    ...fact('Late fee a month', paymentTerms.lateFeeBps > 0 && percent(paymentTerms.lateFeeBps)),
    ...fact('Held back until all is done', content.retentionBps > 0 && percent(content.retentionBps)),
    ...fact('Warranty', warranty.months > 0 && months(warranty.months)),
    ...fact('Cancellation policy', policies[content.cancellationPolicy]),
    ...fact('Days to withdraw after signing', content.coolingOffDays > 0 && days(content.coolingOffDays)),
  ]
}

/** Splits long text into paragraphs, so that pages break between them. */
const textSection = (title: string, text: string): PdfBlock[] =>
  text
    ? [
        { kind: 'heading', level: 'H2', text: title },
        ...text
          .split('\n')
          .filter((each) => each.trim() !== '')
          .map((each): PdfBlock => ({ kind: 'paragraph', text: each })),
      ]
    : []

function milestones({ content, currency }: ContractDocument): PdfBlock[] {
  const rows = content.milestones.map(({ title, dueDate, amount }, index) => ({
    text: `${index + 1}. ${title}${dueDate ? `, by ${formatDate(dueDate)}` : ''}`,
    amount: formatterOf('en').money({ amount, currency }),
  }))
  const total = {
    text: 'Total',
    amount: formatterOf('en').money({ amount: content.totalAmount, currency }),
    strong: true,
  }
  const details = content.milestones.filter(({ description }) => description)
  return [
    { kind: 'heading', level: 'H2', text: 'Milestones' },
    ...(content.sequential
      ? [
          {
            kind: 'paragraph',
            text: 'They are done in this order: each begins when the one before it is approved.',
          } as const,
        ]
      : []),
    { kind: 'amounts', rows: [...rows, total] },
    ...details.map(({ title, description }): PdfBlock => ({ kind: 'paragraph', text: `${title}: ${description}` })),
  ]
}

function changes({ amendments, currency }: ContractDocument): PdfBlock[] {
  if (amendments.length === 0) return []
  return [
    { kind: 'heading', level: 'H2', text: 'Change orders taken in' },
    {
      kind: 'amounts',
      rows: amendments.map(({ number, title, total }) => ({
        text: `${number}: ${title}`,
        amount: formatterOf('en').money({ amount: total, currency }),
      })),
    },
    ...amendments.map(({ number, contentHash }): PdfBlock => ({
      kind: 'paragraph',
      text: `SHA-256 of ${number}: ${contentHash}`,
      style: { size: 8.5, colour: MUTED },
    })),
  ]
}

/** Images of drawn signatures, by file id. */
export type SignatureImages = ReadonlyMap<string, Uint8Array>

const roles = { PROVIDER: 'Provider', CUSTOMER: 'Customer' }
const proofs = {
  PASSWORD: 'Password',
  OTP: 'One-time code',
  PASSKEY: 'Passkey',
  TOTP: 'Code of an authenticator app',
  RECOVERY_CODE: 'Recovery code',
}

function signed(certificate: SignedCertificate, drawn: SignatureImages): PdfBlock[] {
  return [
    { kind: 'heading', level: 'H2', text: 'Signatures' },
    ...certificate.signers.flatMap(({ party, legalName, signedAt, imageFileId }): PdfBlock[] => {
      const bytes = imageFileId ? drawn.get(imageFileId) : undefined
      const name: PdfBlock = { kind: 'paragraph', text: legalName, style: { size: 15, weight: 600, gap: 2 } }
      const alt = `Signature of ${legalName}`
      return [
        ...(bytes ? [{ kind: 'picture', bytes, alt, height: 56 } as const] : [name]),
        {
          kind: 'paragraph',
          text: `${roles[party]}: ${legalName}, signed ${formatInstant(signedAt)}`,
          style: { size: 9, colour: MUTED, gap: 10 },
        },
      ]
    }),
  ]
}

function certificatePage(certificate: SignedCertificate): PdfBlock[] {
  const small = { size: 9, colour: MUTED, gap: 3 }
  return [
    { kind: 'page' },
    { kind: 'heading', level: 'H1', text: 'Certificate' },
    {
      kind: 'paragraph',
      text: `${certificate.reference}, version ${certificate.version}, was signed by both on ${formatInstant(certificate.signedAt)}.`,
      style: { gap: 8 },
    },
    ...certificate.signers.flatMap((signer): PdfBlock[] => [
      { kind: 'heading', level: 'H2', text: `${roles[signer.party]}: ${signer.legalName}` },
      {
        kind: 'facts',
        facts: [
          { label: 'Signed', value: formatInstant(signer.signedAt) },
          { label: 'How', value: signer.method === 'DRAWN' ? 'Drawn by hand' : 'Typed name' },
          { label: 'Proof of who signed', value: proofs[signer.stepUp] },
          { label: 'Network address', value: signer.ip ?? 'not known' },
          { label: 'Device', value: (signer.userAgent ?? 'not known').slice(0, 160) },
          { label: 'Time zone', value: signer.timeZone ?? 'not known' },
          { label: 'Wording of the consent', value: signer.consentTextVersion },
        ],
      },
      { kind: 'paragraph', text: `What was signed, SHA-256: ${signer.contentHash}`, style: small },
    ]),
    { kind: 'heading', level: 'H2', text: 'What vouches for it' },
    { kind: 'paragraph', text: `SHA-256 of this version: ${certificate.contentHash}`, style: small },
    { kind: 'paragraph', text: `End of the audit trail: ${certificate.auditHead}`, style: small },
    { kind: 'paragraph', text: `Key (Ed25519): ${certificate.keyId}`, style: small },
    { kind: 'paragraph', text: `Signature of the server: ${certificate.signature}`, style: small },
    {
      kind: 'paragraph',
      text: 'Both agreed to use electronic records and signatures. These are simple electronic signatures, not qualified ones.',
      style: { ...small, gap: 8 },
    },
  ]
}

/** All blocks. Without a certificate the PDF says that it is not binding yet. */
export function blocksOf(
  document: ContractDocument,
  contentHash: string,
  certificate: SignedCertificate | null,
  drawn: SignatureImages,
): PdfBlock[] {
  const { content } = document
  const isAmended = document.amendments.length > 0
  return [
    { kind: 'heading', level: 'H1', text: content.title || 'Contract' },
    {
      kind: 'paragraph',
      text: `Contract ${document.reference}, version ${document.number}${isAmended ? ', with the change orders agreed since' : ''}`,
      style: { colour: MUTED, gap: 10 },
    },
    ...(certificate
      ? []
      : [
          {
            kind: 'paragraph',
            text: 'Not signed by both: it does not hold yet.',
            style: { weight: 600, gap: 10 },
          } as const,
        ]),
    { kind: 'facts', facts: facts(document) },
    ...textSection('The work', content.scopeOfWork),
    ...textSection('Not included', content.exclusions),
    ...milestones(document),
    ...changes(document),
    ...textSection('Warranty', content.warranty.text),
    ...textSection('Terms', content.terms.text),
    ...(certificate
      ? [...signed(certificate, drawn), ...certificatePage(certificate)]
      : [
          {
            kind: 'paragraph',
            text: `SHA-256 of this version: ${contentHash}`,
            style: { size: 8.5, colour: MUTED },
          } as const,
        ]),
  ]
}
