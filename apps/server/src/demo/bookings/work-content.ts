import type { CallInput } from '@fettle/protocol'
import { addBookingPhoto, addMarketplacePhoto, type PhotoKind } from '@fettle/protocol/bookings/photos'
import { getBooking } from '@fettle/protocol/bookings'
import { addChecklistItems, answerChecklistItem, createChecklistTemplate } from '@fettle/protocol/bookings/checklists'
import { approvePriceAdjustment, createPriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { createUpload } from '@fettle/protocol/common/uploads'
import type { App } from '../../app.ts'
import { resultOf, callAsMarketplace, callAsProvider, type SignedInProvider } from '../calls.ts'
import { photoOf, type DemoPicture } from '../people/pictures.ts'

/** What gathers on some of the jobs: photos, a checklist, and work that was not thought of before. */

export interface WorkContent {
  /** The checklist it has, and how many of its items were answered, in their order. */
  checklist?: { template: TemplateName; answered: number }
  photos?: readonly (readonly [kind: PhotoKind, picture: DemoPicture, caption: string])[]
  /** Beyond the price that was agreed on; agreed to by the customer, or still to be. */
  extra?: { what: string; quantity: string; naira: number; reason: string; minutes: number; agreed: boolean }
}

export type TemplateName = 'Connect an appliance' | 'Renew pipes'

type Items = CallInput<typeof createChecklistTemplate>['body']['items']

const templates: Record<TemplateName, Items> = {
  'Connect an appliance': [
    { label: 'Water is off', type: 'CHECK', required: true },
    { label: 'Photo of the place before', type: 'PHOTO', required: false },
    { label: 'Water pressure in bar', type: 'NUMBER', required: false },
    { label: 'Runs through without a leak', type: 'PASS_FAIL', required: true },
    { label: 'Shown to the customer', type: 'CHECK', required: false },
  ],
  'Renew pipes': [
    { label: 'Water is off', type: 'CHECK', required: true },
    { label: 'Holds the pressure for ten minutes', type: 'PASS_FAIL', required: true },
    { label: 'Where the old pipes are', type: 'TEXT', required: false },
  ],
}

/** What each kind of item was answered with. */
const answers = {
  CHECK: { done: true },
  PASS_FAIL: { value: 'PASS' },
  NUMBER: { value: 2.8 },
  TEXT: { value: 'Behind the bins' },
} as const

/** Ada's checklists. */
export async function saveChecklistTemplates(app: App, visitor: SignedInProvider): Promise<void> {
  for (const [name, items] of Object.entries(templates)) {
    await callAsProvider(app, createChecklistTemplate, { body: { name, serviceCategory: 'PLUMBING', items } }, visitor)
  }
}

interface SeedContext {
  app: App
  visitor: SignedInProvider
  id: string
  /** When it was done. */
  at: number
}

/** Puts on a job what gathered on it. */
export async function addJobContent(context: SeedContext, content: WorkContent, key: string): Promise<void> {
  if (content.photos) await addPhotos(context, content.photos)
  if (content.checklist) await addChecklist(context, content.checklist)
  if (content.extra) await requestExtraWork(context, content.extra, key)
}

async function addPhotos(
  { app, visitor, id, at }: SeedContext,
  photos: NonNullable<WorkContent['photos']>,
): Promise<void> {
  for (const [kind, picture, caption] of photos) {
    const file = { name: `${picture}.jpg`, type: 'image/jpeg', bytes: await photoOf(picture) }
    const { id: fileId } = await resultOf(
      callAsProvider(app, createUpload, { body: { purpose: 'BOOKING_PHOTO' } }, visitor, { file }),
    )
    const body = { fileId, kind, caption, occurredAt: new Date(at).toISOString() }
    await callAsProvider(app, addBookingPhoto, { params: { id }, body }, visitor)
  }
}

async function addChecklist(
  { app, visitor, id, at }: SeedContext,
  { template, answered }: NonNullable<WorkContent['checklist']>,
): Promise<void> {
  const adding = callAsProvider(
    app,
    addChecklistItems,
    { params: { id }, body: { items: templates[template] } },
    visitor,
  )
  const items = await resultOf(adding)
  const { photos } = await resultOf(callAsProvider(app, getBooking, { params: { id } }, visitor))
  for (const { id: itemId, type } of items.slice(0, answered)) {
    const answer = type === 'PHOTO' ? { photoId: photos[0]?.id ?? null } : answers[type]
    const body = { ...answer, occurredAt: new Date(at).toISOString() }
    await callAsProvider(app, answerChecklistItem, { params: { id, itemId }, body }, visitor)
  }
}

async function requestExtraWork(
  { app, visitor, id }: SeedContext,
  { what, quantity, naira, reason, minutes, agreed }: NonNullable<WorkContent['extra']>,
  key: string,
): Promise<void> {
  const body = {
    lines: [{ description: what, quantity, unitAmount: naira * 100 }],
    reason,
    scheduleImpactMinutes: minutes,
  }
  const { id: adjustmentId } = await resultOf(
    callAsProvider(app, createPriceAdjustment, { params: { id }, body }, visitor),
  )
  if (!agreed) return
  await callAsMarketplace(app, approvePriceAdjustment, { params: { id, adjustmentId }, body: {} }, `${key} extra work`)
}

/** A photo a customer sends along with what they ask for. */
export async function sendRequestPhoto(app: App, id: string, picture: DemoPicture, key: string): Promise<void> {
  const file = { name: `${picture}.jpg`, type: 'image/jpeg', bytes: await photoOf(picture) }
  await callAsMarketplace(app, addMarketplacePhoto, { params: { id }, body: { kind: 'ISSUE' } }, `${key} photo`, file)
}
