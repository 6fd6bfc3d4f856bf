import type { Locale } from '@fettle/i18n/locales'
import type { Deps } from '../../../platform/deps.ts'
import { createDocumentText } from '../../../platform/pdf/document-text.ts'
import { pictureOf, writeRow } from '../../../platform/pdf/priced-lines.ts'
import { createPdfRecorder } from '../../../platform/pdf/recorder.ts'
import { findSettings } from '../../availability/index.ts'
import { getPdfLetterhead } from '../../profile/index.ts'
import { readPrintablePictures } from '../../uploads/index.ts'
import { getOwnInvoice, type Viewer } from '../invoice.access.ts'
import { imagesOf, toMarketplaceInvoice } from '../invoice.view.ts'
import { invoicePdfMessages } from './invoice-pdf.messages.ts'
import * as rules from './invoice-pdf.rules.ts'

/** Side of the small pictures beside lines. */
const LINE_PICTURE_SIDE_PX = 160

const textIn = createDocumentText(invoicePdfMessages)

/** Prints an invoice as its customer gets it. A voided one carries its credit note. */
export async function printInvoice(
  deps: Deps,
  viewer: Viewer,
  { id, locale }: { id: string; locale: Locale },
): Promise<{ name: string; bytes: Buffer }> {
  const write = textIn(locale)
  const record = await getOwnInvoice(deps.db, viewer, id)
  const invoice = await toMarketplaceInvoice(deps, record)
  const { number, providerId, providerName, title, note } = invoice
  const { settings, country } = await findSettings(deps.db, providerId)
  const name = write(number === null ? { code: 'invoice.draft-title' } : { code: 'invoice.title', params: { number } })
  const pdf = createPdfRecorder({
    title: name,
    author: providerName,
    country: country ?? deps.settings().defaultCountry,
    lang: write.locale,
    footer: `${name} · ${providerName}`,
    // The same state under the same letterhead always gives the same PDF in a language.
    at: record.updatedAt,
  })
  pdf.letterhead({ ...(await getPdfLetterhead(deps, providerId, write)), kind: name })
  pdf.heading('H1', title)
  const context = { locale: write.locale, timeZone: settings.timeZone }
  const credit = rules.creditText(invoice, context)
  if (credit) pdf.paragraph(write(credit), { weight: 600, gap: 10 })
  pdf.facts(
    rules
      .factRows(invoice, providerName, context)
      .map(({ label, value }) => ({ label: write(label), value: write(value) })),
  )
  pdf.heading('H2', write(rules.linesTitle(invoice)))
  const pictures = await readPrintablePictures(deps, imagesOf(invoice), LINE_PICTURE_SIDE_PX)
  pdf.amounts(
    rules.lines(invoice).map(({ imageFileId, ...row }) => ({
      ...writeRow(write, row),
      ...pictureOf(pictures, imageFileId, write({ code: 'invoice.photo' })),
    })),
  )
  pdf.heading('H2', write({ code: 'invoice.sums' }))
  pdf.amounts(rules.sumRows(invoice).map((row) => writeRow(write, row)))
  if (note) {
    pdf.heading('H2', write({ code: 'invoice.note' }))
    pdf.paragraph(note)
  }
  return { name: `${name}.pdf`, bytes: await pdf.finish() }
}
