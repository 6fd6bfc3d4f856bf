import { exportBookings as exportBookingsOperation, getJobSheet } from '@fettle/protocol/bookings/exports'
import { addBookingNote, removeBookingNote, saveBookingTags } from '@fettle/protocol/bookings/content'
import * as photos from '@fettle/protocol/bookings/photos'
import * as checklists from '@fettle/protocol/bookings/checklists'
import * as adjustments from '@fettle/protocol/bookings/adjustments'
import * as work from '@fettle/protocol/bookings/work-log'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import type { FastifyRequest } from 'fastify'
import type { Routers } from '../../../actors.ts'
import { asProvider, type ActingPerson } from '../../../platform/acting-party.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { OpenForCustomer } from '../../../platform/http/acting-customer.ts'
import { Download, pdfDownload } from '../../../platform/http/download.ts'
import { localeOfRequest } from '../../../platform/http/locale.ts'
import { versionOf } from '../../../platform/http/if-match.ts'
import { localDate } from '../../../platform/locale/zoned-time.ts'
import { findTimeZone } from '../../auth/index.ts'
import { createAdjustment, handleAdjustmentJobs, transitionAdjustment } from './adjustments.service.ts'
import { getBooking } from '../bookings.service.ts'
import { toChoice } from '../listing/listing.store.ts'
import { addItems, answerItem, removeItem, checklistTemplates as templates } from './checklist.service.ts'
import { exportBookings } from '../export/export.service.ts'
import { printJobSheet } from '../export/job-sheet.service.ts'
import { addNote, removeNote, saveTags } from './notes.service.ts'
import { addPhoto, addUploadedPhoto, removePhoto } from './photos.service.ts'
import * as workLog from './work-log.service.ts'

/** Registers the routes of a booking's content: photos, checklist, time entries, adjustments, notes. */
export function serveContent(deps: Deps, { provider }: Pick<Routers, 'provider'>): void {
  handleAdjustmentJobs(deps)

  provider.serve(photos.addBookingPhoto, ({ actor, params, body }) =>
    addPhoto(deps, asProvider(actor), params.id, body),
  )
  provider.serve(photos.removeBookingPhoto, async ({ actor, params }) => {
    await removePhoto(deps, asProvider(actor), params.id, params.photoId)
    return {}
  })

  provider.serve(checklists.addChecklistItems, ({ actor, params, body }) =>
    addItems(deps, asProvider(actor), params.id, body),
  )
  provider.serve(checklists.answerChecklistItem, ({ actor, params, body }) =>
    answerItem(deps, asProvider(actor), params.id, params.itemId, body),
  )
  provider.serve(checklists.removeChecklistItem, async ({ actor, params }) => {
    await removeItem(deps, asProvider(actor), params.id, params.itemId)
    return {}
  })
  provider.serve(checklists.listChecklistTemplates, ({ actor }) => templates.list(deps, actor.id))
  provider.serve(checklists.createChecklistTemplate, ({ actor, body }) => templates.create(deps, actor.id, body))
  provider.serve(checklists.saveChecklistTemplate, ({ actor, params, body: { version, ...body }, request }) =>
    templates.save(deps, { providerId: actor.id, id: params.id, version: versionOf(request, version) }, body),
  )
  provider.serve(checklists.removeChecklistTemplate, async ({ actor, params }) => {
    await templates.remove(deps, actor.id, params.id)
    return {}
  })

  provider.serve(work.startTimer, ({ actor, params, body }) =>
    workLog.startTimer(deps, asProvider(actor), params.id, body),
  )
  provider.serve(work.stopTimer, ({ actor, params, body }) =>
    workLog.stopTimer(deps, asProvider(actor), params.id, body),
  )
  provider.serve(work.addWorkSegment, ({ actor, params, body }) =>
    workLog.addSegment(deps, asProvider(actor), params.id, body),
  )
  provider.serve(work.editWorkSegment, ({ actor, params, body }) =>
    workLog.editSegment(deps, asProvider(actor), params.id, params.segmentId, body),
  )

  provider.serve(adjustments.createPriceAdjustment, ({ actor, params, body }) =>
    createAdjustment(deps, asProvider(actor), params.id, body),
  )
  provider.serve(adjustments.withdrawPriceAdjustment, ({ actor, params }) =>
    transitionAdjustment(deps, asProvider(actor), { bookingId: params.id, id: params.adjustmentId }, 'withdraw'),
  )

  provider.serve(addBookingNote, ({ actor, params, body }) => addNote(deps, asProvider(actor), params.id, body))
  provider.serve(removeBookingNote, async ({ actor, params }) => {
    await removeNote(deps, asProvider(actor), params.id, params.noteId)
    return {}
  })
  provider.serve(saveBookingTags, ({ actor, params, body }) => saveTags(deps, asProvider(actor), params.id, body.tags))

  provider.serve(getJobSheet, async ({ actor, params, request }) => {
    const party = asProvider(actor)
    const booking = await getBooking(deps, party, params.id)
    const name = `Job sheet ${booking.reference}.pdf`
    return pdfDownload({ bytes: await printJobSheet(deps, party, booking, localeOfRequest(request)), name })
  })
  provider.serve(exportBookingsOperation, async ({ actor, query }) => {
    const timeZone = await findTimeZone(deps, deps.db, actor.id)
    const today = localDate(deps.clock.now(), timeZone)
    return new Download(exportBookings(deps, { ...toChoice(query), providerId: actor.id }), {
      name: `Bookings ${today}.csv`,
    })
  })
}

/** Registers the customers' side of a booking's content. */
export function serveMarketplaceContent(
  deps: Deps,
  { marketplace }: Pick<Routers, 'marketplace'>,
  openBooking: OpenForCustomer<ActingPerson>,
): void {
  marketplace.serveUpload(
    photos.addMarketplacePhoto,
    async ({ params, body: { customerId, ...added }, file, request }) => {
      const customer = await openBooking(params.id, request, { customerId })
      return addUploadedPhoto(deps, customer, params.id, { ...added, sent: file })
    },
    { maxFileBytes: uploadRules.BOOKING_PHOTO.maxBytes },
  )
  marketplace.serve(photos.removeMarketplacePhoto, async ({ params, request }) => {
    const customer = await openBooking(params.id, request, {})
    await removePhoto(deps, customer, params.id, params.photoId)
    return {}
  })
  const answer =
    (action: 'approve' | 'decline') =>
    async ({
      params,
      body,
      request,
    }: {
      params: { id: string; adjustmentId: string }
      body: { customerId?: string | undefined; note?: string | undefined }
      request: FastifyRequest
    }) => {
      const customer = await openBooking(params.id, request, body)
      const ref = { bookingId: params.id, id: params.adjustmentId }
      return transitionAdjustment(deps, customer, ref, action, body.note)
    }
  marketplace.serve(adjustments.approvePriceAdjustment, answer('approve'))
  marketplace.serve(adjustments.declinePriceAdjustment, answer('decline'))
}
