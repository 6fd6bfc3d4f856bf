import type { Locale } from '@fettle/i18n/locales'
import type { Deps } from '../../../platform/deps.ts'
import { createDocumentText } from '../../../platform/pdf/document-text.ts'
import { writeRow } from '../../../platform/pdf/priced-lines.ts'
import { createPdfRecorder } from '../../../platform/pdf/recorder.ts'
import { findSettings } from '../../availability/index.ts'
import { getOwnInvoice, type Viewer } from '../invoice.access.ts'
import { toMarketplaceInvoice } from '../invoice.view.ts'
import { invoicePdfMessages } from './invoice-pdf.messages.ts'
import * as rules from './invoice-pdf.rules.ts'

const textIn = createDocumentText(invoicePdfMessages)

/** Prints an invoice as its customer gets it. A voided one carries its credit note. */
export async function printInvoice(
  deps: Deps,
  viewer: Viewer,
  { id, locale }: { id: string; locale: Locale },
): Promise<{ name: string; bytes: Buffer }> {
  const write = textIn(locale)
  const kept = await getOwnInvoice(deps.db, viewer, id)
  const invoice = await toMarketplaceInvoice(deps, kept)
  const { number, providerId, providerName, title, note } = invoice
  const { settings, country } = await findSettings(deps.db, providerId)
  const name = write(number === null ? { code: 'invoice.draft-title' } : { code: 'invoice.title', params: { number } })
  const pdf = createPdfRecorder({
    title: name,
    author: providerName,
    country: country ?? deps.config.defaultCountry,
    lang: write.locale,
    footer: `${name} · ${providerName}`,
    // The same state always gives the same PDF in a language.
    at: kept.updatedAt,
  })
  pdf.heading('H1', name)
  pdf.paragraph(title, { colour: '#57534e', gap: 10 })
  const credit = rules.creditText(invoice, { locale: write.locale, timeZone: settings.timeZone })
  if (credit) pdf.paragraph(write(credit), { weight: 600, gap: 10 })
  pdf.facts(
    rules
      .facts(invoice, providerName, settings.timeZone)
      .map(({ label, value }) => ({ label: write(label), value: write(value) })),
  )
  pdf.heading('H2', write(rules.linesTitle(invoice)))
  pdf.amounts(rules.lines(invoice).map((row) => writeRow(write, row)))
  pdf.heading('H2', write({ code: 'invoice.sums' }))
  pdf.amounts(rules.sums(invoice).map((row) => writeRow(write, row)))
  if (note) {
    pdf.heading('H2', write({ code: 'invoice.note' }))
    pdf.paragraph(note)
  }
  return { name: `${name}.pdf`, bytes: await pdf.finish() }
}
