import type { OfferDocument } from '@fettle/protocol/offers'
import type { Deps } from '../../../platform/deps.ts'
import { createPdfRecorder } from '../../../platform/pdf/recorder.ts'
import { findCountry } from '../../profile/index.ts'
import { listFileKeys } from '../../uploads/index.ts'
import * as rules from './offer-pdf.rules.ts'

const PICTURE_SIDE = 640

/** Prints an offer as its customer gets it. */
export async function printOffer(deps: Deps, offer: OfferDocument): Promise<Buffer> {
  const { content, provider } = offer
  const country = (await findCountry(deps.db, provider.id)) ?? deps.settings().defaultCountry
  const number = offer.revisionNumber === null ? '' : `, revision ${offer.revisionNumber}`
  const pdf = createPdfRecorder({
    title: `Offer ${offer.reference}${number}`,
    author: provider.name,
    country,
    footer: `${offer.reference}${number} · ${provider.name}`,
    // The same revision always gives the same PDF.
    at: offer.sentAt === null ? deps.clock.now() : new Date(offer.sentAt),
  })
  pdf.heading('H1', content.title || 'Offer')
  pdf.paragraph(`Offer ${offer.reference}${number}`, { colour: '#57534e', gap: 10 })
  pdf.facts(rules.facts(offer))
  if (content.intro) pdf.paragraph(content.intro, { gap: 8 })
  for (const { title, rows } of rules.parts(offer)) {
    pdf.heading('H2', title)
    pdf.amounts(rows)
  }
  pdf.heading('H2', 'Price')
  pdf.amounts(rules.sums(offer))
  const payments = rules.payments(offer)
  if (payments.length > 0) {
    pdf.heading('H2', 'To be paid')
    pdf.amounts(payments)
  }
  if (content.exclusions) {
    pdf.heading('H2', 'Not included')
    pdf.paragraph(content.exclusions)
  }
  if (content.terms) {
    pdf.heading('H2', 'Terms')
    pdf.paragraph(content.terms)
  }
  const pictures = await picturesOf(deps, offer)
  if (pictures.length > 0) {
    pdf.heading('H2', 'Photos')
    pdf.pictures(pictures)
  }
  if (offer.contentHash) {
    pdf.paragraph(`SHA-256 of this revision: ${offer.contentHash}`, { above: 10, size: 8.5, colour: '#57534e' })
  }
  return pdf.finish()
}

/** Photos small enough to print, in a format every PDF reader supports. */
async function picturesOf(deps: Deps, { content, files }: OfferDocument) {
  const { default: sharp } = await import('sharp')
  const pictures = []
  for (const { id, key } of await listFileKeys(deps.db, content.photos)) {
    const bytes = await deps.files.get(key)
    if (!bytes) continue
    const small = await sharp(bytes)
      .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 78 })
      .toBuffer()
    const name = files.find((file) => file.id === id)?.name ?? 'Photo'
    pictures.push({ bytes: small, alt: name, caption: name })
  }
  return pictures
}
