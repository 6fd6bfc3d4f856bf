import type { MessageDescriptor, MessageParam } from '@fettle/i18n/message'
import { addressText } from '@fettle/protocol/bookings/address'
import type { ContractDocument } from '@fettle/protocol/contracts/versions'
import type { WriteText } from '../../../platform/pdf/document-text.ts'
import type { PdfBlock } from '../../../platform/pdf/printer.ts'
import type { SignedCertificate } from './certificate.rules.ts'
import type { contractPdfMessages } from './contract-pdf.messages.ts'

/** Text blocks of a contract's PDF. Pure: the same version in the same language gives the same PDF. */

const MUTED = '#57534e'

type Code = keyof typeof contractPdfMessages extends `contract-pdf.${infer Name}` ? Name : never

const text = (code: Code, params?: Record<string, MessageParam>): MessageDescriptor => ({
  code: `contract-pdf.${code}`,
  ...(params && { params }),
})

const share = (bps: number): MessageParam => ({ percent: bps / 100 })

/** `25 November 2026, 08:00:12 UTC`. */
const instant = (at: string): MessageDescriptor =>
  text('instant', { day: { day: at.slice(0, 10) }, time: at.slice(11, 19) })

export const titleOf = ({ reference, number }: ContractDocument): MessageDescriptor =>
  text('title', { reference, number: String(number) })

function factRows({ content, provider, customer, currency }: ContractDocument, write: WriteText) {
  const fact = (label: Code, value: MessageParam | null | false) =>
    value ? [{ label: write(text(label)), value: write(value) }] : []
  const { paymentTerms, warranty } = content
  return [
    ...fact('provider', provider.name),
    ...fact('customer', customer.name),
    ...fact('site', content.siteAddress && addressText(content.siteAddress)),
    ...fact('total', { amount: content.totalAmount, currency }),
    ...fact('begins', content.startDate && { day: content.startDate }),
    ...fact('ends', content.endDate && { day: content.endDate }),
    ...fact('materials', text(`materials.${content.materialsBy}`)),
    ...fact('due', text('due-within', { days: paymentTerms.dueDays })),
    ...fact('late-fee', paymentTerms.lateFeeBps > 0 && share(paymentTerms.lateFeeBps)),
    ...fact('retention', content.retentionBps > 0 && share(content.retentionBps)),
    ...fact('warranty', warranty.months > 0 && text('months', { months: warranty.months })),
    ...fact('policy', text(`policy.${content.cancellationPolicy}`)),
    ...fact('withdrawal', content.coolingOffDays > 0 && text('days', { days: content.coolingOffDays })),
  ]
}

const heading = (level: 'H1' | 'H2', title: string): PdfBlock => ({ kind: 'heading', level, text: title })

/** Splits long text into paragraphs, so that pages break between them. */
const textSection = (title: string, body: string): PdfBlock[] =>
  body
    ? [
        heading('H2', title),
        ...body
          .split('\n')
          .filter((each) => each.trim() !== '')
          .map((each): PdfBlock => ({ kind: 'paragraph', text: each })),
      ]
    : []

function milestones({ content, currency }: ContractDocument, write: WriteText): PdfBlock[] {
  const rows = content.milestones.map(({ title, dueDate, amount }, index) => {
    const milestone = `${index + 1}. ${title}`
    return {
      text: dueDate ? write(text('milestone-due', { milestone, day: { day: dueDate } })) : milestone,
      amount: write({ amount, currency }),
    }
  })
  const total = {
    text: write(text('total')),
    amount: write({ amount: content.totalAmount, currency }),
    strong: true,
  }
  const details = content.milestones.filter(({ description }) => description)
  return [
    heading('H2', write(text('milestones'))),
    ...(content.sequential ? [{ kind: 'paragraph', text: write(text('sequential')) } as const] : []),
    { kind: 'amounts', rows: [...rows, total] },
    ...details.map(({ title, description }): PdfBlock => ({ kind: 'paragraph', text: `${title}: ${description}` })),
  ]
}

function changes({ amendments, currency }: ContractDocument, write: WriteText): PdfBlock[] {
  if (amendments.length === 0) return []
  return [
    heading('H2', write(text('amendments'))),
    {
      kind: 'amounts',
      rows: amendments.map(({ number, title, total }) => ({
        text: `${number}: ${title}`,
        amount: write({ amount: total, currency }),
      })),
    },
    ...amendments.map(({ number, contentHash }): PdfBlock => ({
      kind: 'paragraph',
      text: write(text('amendment-hash', { number, hash: contentHash })),
      style: { size: 8.5, colour: MUTED },
    })),
  ]
}

/** Images of drawn signatures, by file id. */
export type SignatureImages = ReadonlyMap<string, Uint8Array>

const roles = { PROVIDER: text('provider'), CUSTOMER: text('customer') }

function signatureBlocks(certificate: SignedCertificate, images: SignatureImages, write: WriteText): PdfBlock[] {
  return [
    heading('H2', write(text('signatures'))),
    ...certificate.signers.flatMap(({ party, legalName, signedAt, imageFileId }): PdfBlock[] => {
      const bytes = imageFileId ? images.get(imageFileId) : undefined
      const name: PdfBlock = { kind: 'paragraph', text: legalName, style: { size: 15, weight: 600, gap: 2 } }
      const alt = write(text('drawn-signature', { name: legalName }))
      const params = { role: roles[party], name: legalName, instant: instant(signedAt) }
      return [
        ...(bytes ? [{ kind: 'picture', bytes, alt, height: 56 } as const] : [name]),
        { kind: 'paragraph', text: write(text('signed', params)), style: { size: 9, colour: MUTED, gap: 10 } },
      ]
    }),
  ]
}

function certificatePage(certificate: SignedCertificate, write: WriteText): PdfBlock[] {
  const { reference, version, signedAt } = certificate
  const small = (message: MessageDescriptor, gap = 3): PdfBlock => ({
    kind: 'paragraph',
    text: write(message),
    style: { size: 9, colour: MUTED, gap },
  })
  const fact = (label: Code, value: MessageParam | null) => ({
    label: write(text(label)),
    value: write(value ?? text('unknown')),
  })
  return [
    { kind: 'page' },
    heading('H1', write(text('certificate'))),
    {
      kind: 'paragraph',
      text: write(text('certified', { reference, number: String(version), instant: instant(signedAt) })),
      style: { gap: 8 },
    },
    ...certificate.signers.flatMap((signer): PdfBlock[] => [
      heading('H2', write(text('signer', { role: roles[signer.party], name: signer.legalName }))),
      {
        kind: 'facts',
        facts: [
          fact('signed-on', instant(signer.signedAt)),
          fact('method', text(`method.${signer.method}`)),
          fact('proof', text(`proof.${signer.stepUp}`)),
          fact('ip', signer.ip),
          fact('device', signer.userAgent && signer.userAgent.slice(0, 160)),
          fact('time-zone', signer.timeZone),
          fact('consent', signer.consentTextVersion),
        ],
      },
      small(text('signed-hash', { hash: signer.contentHash })),
    ]),
    heading('H2', write(text('authenticity'))),
    small(text('hash', { hash: certificate.contentHash })),
    small(text('audit-head', { hash: certificate.auditHead })),
    small(text('key', { key: certificate.keyId })),
    small(text('server-signature', { signature: certificate.signature })),
    small(text('kind'), 8),
  ]
}

/** All blocks. Without a certificate the PDF says that it is not binding yet. Texts of people stay as they are. */
export function blocksOf(
  document: ContractDocument,
  contentHash: string,
  {
    certificate,
    signatureImages,
    write,
  }: { certificate: SignedCertificate | null; signatureImages: SignatureImages; write: WriteText },
): PdfBlock[] {
  const { content, reference, number } = document
  const isAmended = document.amendments.length > 0
  const section = (title: Code, body: string) => textSection(write(text(title)), body)
  return [
    heading('H1', content.title || write(text('untitled'))),
    {
      kind: 'paragraph',
      text: write(isAmended ? text('amended-title', { reference, number: String(number) }) : titleOf(document)),
      style: { colour: MUTED, gap: 10 },
    },
    ...(certificate
      ? []
      : [{ kind: 'paragraph', text: write(text('not-binding')), style: { weight: 600, gap: 10 } } as const]),
    { kind: 'facts', facts: factRows(document, write) },
    ...section('work', content.scopeOfWork),
    ...section('exclusions', content.exclusions),
    ...milestones(document, write),
    ...changes(document, write),
    ...section('warranty', content.warranty.text),
    ...section('terms', content.terms.text),
    ...(certificate
      ? [...signatureBlocks(certificate, signatureImages, write), ...certificatePage(certificate, write)]
      : [
          {
            kind: 'paragraph',
            text: write(text('hash', { hash: contentHash })),
            style: { size: 8.5, colour: MUTED },
          } as const,
        ]),
  ]
}
