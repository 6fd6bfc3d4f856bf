import type { Locale } from '@fettle/i18n/locales'
import type { OfferDocument } from '@fettle/protocol/offers'
import type { ActingParty } from '../../../platform/acting-party.ts'
import type { Deps } from '../../../platform/deps.ts'
import { readText } from '../../../platform/locale/messages.ts'
import { createDocumentText } from '../../../platform/pdf/document-text.ts'
import { pictureOf, writeRow } from '../../../platform/pdf/priced-lines.ts'
import { createPdfRecorder } from '../../../platform/pdf/recorder.ts'
import { findCountry, getPdfLetterhead } from '../../profile/index.ts'
import { readPrintablePictures } from '../../uploads/index.ts'
import { getOfferDocument } from '../marketplace-api/marketplace.view.ts'
import { offerPdfMessages } from './offer-pdf.messages.ts'
import * as rules from './offer-pdf.rules.ts'

const textIn = createDocumentText(offerPdfMessages)

const PHOTO_SIDE_PX = 640
/** Side of the small pictures beside lines. */
const LINE_PICTURE_SIDE_PX = 160

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
    // The same revision under the same letterhead always gives the same PDF in a language.
    at: offer.sentAt === null ? deps.clock.now() : new Date(offer.sentAt),
  })
  pdf.letterhead({ ...(await getPdfLetterhead(deps, provider.id, write)), kind: title })
  pdf.heading('H1', content.title || write({ code: 'offer.untitled' }))
  pdf.facts(
    rules
      .factRows({ ...offer, customerName: readText(locale, offer.customerName) })
      .map(({ label, values }) => ({ label: write(label), value: values.map((value) => write(value)).join('\n') })),
  )
  if (content.intro) pdf.paragraph(content.intro, { gap: 8 })
  const images = content.lineItems.flatMap(({ imageFileId }) => imageFileId ?? [])
  const linePictures = await readPrintablePictures(deps, images, LINE_PICTURE_SIDE_PX)
  for (const part of rules.parts(offer)) {
    pdf.heading('H2', write(part.title))
    pdf.amounts(
      part.rows.map(({ notes, imageFileId, ...row }) => ({
        ...writeRow(write, row),
        ...pictureOf(linePictures, imageFileId, write({ code: 'offer.photo' })),
        ...(notes.length > 0 && { note: notes.map((note) => write(note)).join('\n') }),
      })),
    )
  }
  pdf.heading('H2', write({ code: 'offer.price' }))
  pdf.amounts(rules.sumRows(offer).map((row) => writeRow(write, row)))
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
  const pictures = await photosOf(deps, offer, write({ code: 'offer.photo' }))
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

/** The offer's photos with their names. */
async function photosOf(deps: Deps, { content, files }: OfferDocument, unnamed: string) {
  const pictures = await readPrintablePictures(deps, content.photos, PHOTO_SIDE_PX)
  return [...pictures].map(([id, bytes]) => {
    const name = files.find((file) => file.id === id)?.name ?? unnamed
    return { bytes, alt: name, caption: name }
  })
}
