import type { BookingPhoto } from '@fettle/protocol/bookings/photos'
import type { BookingDetails } from '@fettle/protocol/bookings'
import type { Deps } from '../../../platform/deps.ts'
import { createPdfRecorder } from '../../../platform/pdf/recorder.ts'
import { findCountry } from '../../profile/index.ts'
import type { ActingProvider } from '../booking.access.ts'
import { listPrintable } from '../content/photos.store.ts'
import * as rules from './job-sheet.rules.ts'

const PICTURE_SIDE = 640

/** Prints the job sheet, as its provider sees it. */
export async function printJobSheet(
  deps: Deps,
  { name, id: providerId }: ActingProvider,
  booking: BookingDetails,
): Promise<Buffer> {
  const country = (await findCountry(deps.db, providerId)) ?? deps.settings().defaultCountry
  const pdf = createPdfRecorder({
    title: `Job sheet ${booking.reference}`,
    author: name,
    country,
    footer: `${booking.reference} · ${name}`,
    at: deps.clock.now(),
  })
  const { location, customer } = booking
  pdf.heading('H1', booking.title)
  pdf.paragraph(`Job sheet ${booking.reference}`, { colour: '#57534e', gap: 10 })
  pdf.facts(
    [
      { label: 'When', value: rules.whenText(booking) },
      { label: 'Where', value: rules.addressText(location) },
      {
        label: 'Customer',
        value: [
          customer.name,
          customer.phone,
          location.contactName && `Ask for ${location.contactName}`,
          location.contactPhone,
        ]
          .filter(Boolean)
          .join('\n'),
      },
      { label: 'Done by', value: name },
      ...(rules.siteText(location) ? [{ label: 'At the site', value: rules.siteText(location) }] : []),
    ].map((fact) => ({ ...fact, value: fact.value || '—' })),
  )

  if (booking.description) {
    pdf.heading('H2', 'What is to be done')
    pdf.paragraph(booking.description)
  }
  if (booking.checklist.length > 0) {
    pdf.heading('H2', 'Checklist')
    pdf.list(booking.checklist.map(rules.checklistRow))
  }
  pdf.heading('H2', 'Price')
  pdf.amounts(rules.amountRows(booking))
  const time = rules.timeFacts(booking)
  if (time.length > 0) {
    pdf.heading('H2', 'Time')
    pdf.facts(time)
  }
  const pictures = await listPictures(deps, booking)
  if (pictures.length > 0) {
    pdf.heading('H2', 'Photos')
    pdf.pictures(pictures)
  }
  pdf.signatures(['Customer’s signature and date', 'Signature of who did the work, and date'])
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
      .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 78 })
      .toBuffer()
    pictures.push({ bytes: small, alt: altOf(photo), caption: altOf(photo) })
  }
  return pictures
}

const kinds = { BEFORE: 'Before', DURING: 'During', AFTER: 'After', ISSUE: 'Issue', RECEIPT: 'Receipt' } as const
const altOf = ({ kind, caption }: BookingPhoto) => (caption ? `${kinds[kind]}: ${caption}` : kinds[kind])
