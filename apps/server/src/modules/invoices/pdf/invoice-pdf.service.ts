import type { Deps } from '../../../platform/deps.ts'
import { createPdfRecorder } from '../../../platform/pdf/recorder.ts'
import { findSettings } from '../../availability/index.ts'
import { getOwnInvoice, type Viewer } from '../invoice.access.ts'
import { toMarketplaceInvoice } from '../invoice.view.ts'
import * as rules from './invoice-pdf.rules.ts'

/** Prints an invoice as its customer gets it. A voided one carries its credit note. */
export async function printInvoice(deps: Deps, viewer: Viewer, id: string): Promise<{ name: string; bytes: Buffer }> {
  const kept = await getOwnInvoice(deps.db, viewer, id)
  const invoice = await toMarketplaceInvoice(deps, kept)
  const { number, providerId, providerName, title, note } = invoice
  const { settings, country } = await findSettings(deps.db, providerId)
  const name = number === null ? 'Draft invoice' : `Invoice ${number}`
  const pdf = createPdfRecorder({
    title: name,
    author: providerName,
    country: country ?? deps.config.defaultCountry,
    footer: `${name} · ${providerName}`,
    // The same state always gives the same PDF.
    at: kept.updatedAt,
  })
  pdf.heading('H1', name)
  pdf.paragraph(title, { colour: '#57534e', gap: 10 })
  const credit = rules.creditText(invoice, settings.timeZone)
  if (credit) pdf.paragraph(credit, { weight: 600, gap: 10 })
  pdf.facts(rules.facts(invoice, providerName, settings.timeZone))
  pdf.heading('H2', rules.linesTitle(invoice))
  pdf.amounts(rules.lines(invoice))
  pdf.heading('H2', 'Sum')
  pdf.amounts(rules.sums(invoice))
  if (note) {
    pdf.heading('H2', 'Note')
    pdf.paragraph(note)
  }
  return { name: `${name}.pdf`, bytes: await pdf.finish() }
}
