import type { Locale } from '@fettle/i18n/locales'
import type { MessageParam } from '@fettle/i18n/message'
import { addressText } from '@fettle/protocol/bookings/address'
import type { BookingDetails } from '@fettle/protocol/bookings'
import type { ActingProvider } from '../../../platform/acting-party.ts'
import type { Deps } from '../../../platform/deps.ts'
import { readText } from '../../../platform/locale/messages.ts'
import { createDocumentText } from '../../../platform/pdf/document-text.ts'
import { writeRow } from '../../../platform/pdf/priced-lines.ts'
import { createPdfRecorder } from '../../../platform/pdf/recorder.ts'
import { findCountry } from '../../profile/index.ts'
import { listPrintable } from '../content/photos.store.ts'
import { jobSheetMessages } from './job-sheet.messages.ts'
import * as rules from './job-sheet.rules.ts'

const textIn = createDocumentText(jobSheetMessages)

const PICTURE_SIDE_PX = 640

/** Prints the job sheet, as its provider sees it. */
export async function printJobSheet(
  deps: Deps,
  { name, id: providerId }: ActingProvider,
  booking: BookingDetails,
  locale: Locale,
): Promise<Buffer> {
  const country = (await findCountry(deps.db, providerId)) ?? deps.settings().defaultCountry
  const write = textIn(locale)
  const writeLines = (lines: readonly MessageParam[]) => lines.map((line) => write(line)).join('\n')
  const { location, customer, reference } = booking
  const title = write({ code: 'job-sheet.title', params: { reference } })
  const pdf = createPdfRecorder({
    title,
    author: name,
    country,
    lang: write.locale,
    footer: `${reference} · ${name}`,
    at: deps.clock.now(),
  })
  const contact = location.contactName && write({ code: 'job-sheet.contact', params: { name: location.contactName } })
  const site = rules.siteLines(location)
  pdf.heading('H1', booking.title)
  pdf.paragraph(title, { colour: '#57534e', gap: 10 })
  pdf.facts(
    [
      { label: 'job-sheet.time', value: writeLines(rules.timeLines(booking)) },
      { label: 'job-sheet.address', value: addressText(location) },
      {
        label: 'job-sheet.customer',
        value: [readText(locale, customer.name), customer.phone, contact, location.contactPhone]
          .filter(Boolean)
          .join('\n'),
      },
      { label: 'job-sheet.provider', value: name },
      ...(site.length > 0 ? [{ label: 'job-sheet.site', value: writeLines(site) }] : []),
    ].map(({ label, value }) => ({ label: write({ code: label }), value: value || '—' })),
  )

  if (booking.description) {
    pdf.heading('H2', write({ code: 'job-sheet.description' }))
    pdf.paragraph(booking.description)
  }
  if (booking.checklist.length > 0) {
    pdf.heading('H2', write({ code: 'job-sheet.checklist' }))
    pdf.list(booking.checklist.map(rules.checklistRow).map((row) => ({ ...row, text: write(row.text) })))
  }
  pdf.heading('H2', write({ code: 'job-sheet.price' }))
  pdf.amounts(rules.amountRows(booking).map((row) => writeRow(write, row)))
  const time = rules.timeFacts(booking)
  if (time.length > 0) {
    pdf.heading('H2', write({ code: 'job-sheet.work-log' }))
    pdf.facts(time.map(({ label, value }) => ({ label: write(label), value: write(value) })))
  }
  const pictures = await listPictures(deps, booking)
  if (pictures.length > 0) {
    pdf.heading('H2', write({ code: 'job-sheet.photos' }))
    pdf.pictures(
      pictures.map(({ bytes, photo }) => {
        const caption = write(rules.toCaption(photo))
        return { bytes, alt: caption, caption }
      }),
    )
  }
  pdf.signatures([write({ code: 'job-sheet.customer-signature' }), write({ code: 'job-sheet.provider-signature' })])
  return pdf.finish()
}

/** Photos small enough to print, in a format every PDF reader supports. */
async function listPictures(deps: Deps, booking: BookingDetails) {
  const { default: sharp } = await import('sharp')
  const pictures = []
  for (const { photoId, key } of await listPrintable(deps.db, booking.id)) {
    const photo = booking.photos.find(({ id }) => id === photoId)
    const bytes = photo && (await deps.files.get(key))
    if (!photo || !bytes) continue
    const small = await sharp(bytes)
      .resize(PICTURE_SIDE_PX, PICTURE_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 78 })
      .toBuffer()
    pictures.push({ bytes: small, photo })
  }
  return pictures
}
