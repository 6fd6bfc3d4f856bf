import type { Locale } from '@fettle/i18n/locales'
import type { OfferDocument } from '@fettle/protocol/offers'
import type { ActingParty } from '../../../platform/acting-party.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createDocumentText } from '../../../platform/pdf/document-text.ts'
import { writeRow } from '../../../platform/pdf/priced-lines.ts'
import { createPdfRecorder } from '../../../platform/pdf/recorder.ts'
import { findCountry } from '../../profile/index.ts'
import { listFileKeys } from '../../uploads/index.ts'
import { getOfferDocument } from '../marketplace-api/marketplace.view.ts'
import { offerPdfMessages } from './offer-pdf.messages.ts'
import * as rules from './offer-pdf.rules.ts'

const textIn = createDocumentText(offerPdfMessages)

const PICTURE_SIDE = 640

/** Prints a revision of an offer as its customer gets it. Throws NOT_FOUND. */
export async function printOffer(
  deps: Deps,
  party: ActingParty,
  { id, number: revision, locale }: { id: string; number: number; locale: Locale },
): Promise<{ name: string; bytes: Buffer }> {
  const offer = await getOfferDocument(deps, party, id, revision)
  const write = textIn(locale)
  const { content, provider, reference, revisionNumber: number } = offer
  const country = (await findCountry(deps.db, provider.id)) ?? deps.settings().defaultCountry
  const title = write(
    number === null
      ? { code: 'offer.title', params: { reference } }
      : { code: 'offer.revision-title', params: { reference, number } },
  )
  const pdf = createPdfRecorder({
    title,
    author: provider.name,
    country,
    lang: write.locale,
    footer: `${title} · ${provider.name}`,
    // The same revision always gives the same PDF in a language.
    at: offer.sentAt === null ? deps.clock.now() : new Date(offer.sentAt),
  })
  pdf.heading('H1', content.title || write({ code: 'offer.untitled' }))
  pdf.paragraph(title, { colour: '#57534e', gap: 10 })
  pdf.facts(
    rules
      .facts(offer)
      .map(({ label, values }) => ({ label: write(label), value: values.map((value) => write(value)).join('\n') })),
  )
  if (content.intro) pdf.paragraph(content.intro, { gap: 8 })
  for (const part of rules.parts(offer)) {
    pdf.heading('H2', write(part.title))
    pdf.amounts(
      part.rows.map(({ notes, ...row }) => ({
        ...writeRow(write, row),
        ...(notes.length > 0 && { note: notes.map((note) => write(note)).join('\n') }),
      })),
    )
  }
  pdf.heading('H2', write({ code: 'offer.price' }))
  pdf.amounts(rules.sums(offer).map((row) => writeRow(write, row)))
  const payments = rules.payments(offer)
  if (payments.length > 0) {
    pdf.heading('H2', write({ code: 'offer.payments' }))
    pdf.amounts(payments.map((row) => writeRow(write, row)))
  }
  if (content.exclusions) {
    pdf.heading('H2', write({ code: 'offer.exclusions' }))
    pdf.paragraph(content.exclusions)
  }
  if (content.terms) {
    pdf.heading('H2', write({ code: 'offer.terms' }))
    pdf.paragraph(content.terms)
  }
  const pictures = await picturesOf(deps, offer, write({ code: 'offer.photo' }))
  if (pictures.length > 0) {
    pdf.heading('H2', write({ code: 'offer.photos' }))
    pdf.pictures(pictures)
  }
  if (offer.contentHash) {
    pdf.paragraph(write({ code: 'offer.hash', params: { hash: offer.contentHash } }), {
      above: 10,
      size: 8.5,
      colour: '#57534e',
    })
  }
  return { name: `Offer ${reference} revision ${revision}.pdf`, bytes: await pdf.finish() }
}

/** Photos small enough to print, in a format every PDF reader supports. */
async function picturesOf(deps: Deps, { content, files }: OfferDocument, unnamed: string) {
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
    const name = files.find((file) => file.id === id)?.name ?? unnamed
    pictures.push({ bytes: small, alt: name, caption: name })
  }
  return pictures
}
