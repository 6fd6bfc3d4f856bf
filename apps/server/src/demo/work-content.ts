import type { CallInput } from '@fettle/protocol'
import { addBookingPhoto, addMarketplacePhoto, type PhotoKind } from '@fettle/protocol/bookings/photos'
import { getBooking } from '@fettle/protocol/bookings/index'
import { addChecklistItems, answerChecklistItem, createChecklistTemplate } from '@fettle/protocol/bookings/checklists'
import { approvePriceAdjustment, createPriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { createUpload } from '@fettle/protocol/common/uploads'
import type { App } from '../app.ts'
import { answerOf, asMarketplace, call, type Visitor } from './calls.ts'
import { photoOf, type Picture } from './pictures.ts'

/** What gathers on some of the jobs: photos, a checklist, and work that was not thought of before. */

export interface WorkContent {
  /** The checklist it has, and how many of its items were answered, in their order. */
  checklist?: { template: TemplateName; answered: number }
  photos?: readonly (readonly [kind: PhotoKind, picture: Picture, caption: string])[]
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
export async function keepTemplates(app: App, visitor: Visitor): Promise<void> {
  for (const [name, items] of Object.entries(templates)) {
    await call(app, createChecklistTemplate, { body: { name, serviceCategory: 'PLUMBING', items } }, visitor)
  }
}

interface Place {
  app: App
  visitor: Visitor
  id: string
  /** When it was done. */
  at: number
}

/** Puts on a job what gathered on it. */
export async function putContent(place: Place, content: WorkContent, key: string): Promise<void> {
  if (content.photos) await putPhotos(place, content.photos)
  if (content.checklist) await putChecklist(place, content.checklist)
  if (content.extra) await askForExtra(place, content.extra, key)
}

async function putPhotos({ app, visitor, id, at }: Place, photos: NonNullable<WorkContent['photos']>): Promise<void> {
  for (const [kind, picture, caption] of photos) {
    const file = { name: `${picture}.jpg`, type: 'image/jpeg', bytes: await photoOf(picture) }
    const { id: fileId } = await answerOf(
      call(app, createUpload, { body: { purpose: 'BOOKING_PHOTO' } }, visitor, { file }),
    )
    const body = { fileId, kind, caption, occurredAt: new Date(at).toISOString() }
    await call(app, addBookingPhoto, { params: { id }, body }, visitor)
  }
}

async function putChecklist(
  { app, visitor, id, at }: Place,
  { template, answered }: NonNullable<WorkContent['checklist']>,
): Promise<void> {
  const adding = call(app, addChecklistItems, { params: { id }, body: { items: templates[template] } }, visitor)
  const items = await answerOf(adding)
  const { photos } = await answerOf(call(app, getBooking, { params: { id } }, visitor))
  for (const { id: itemId, type } of items.slice(0, answered)) {
    const answer = type === 'PHOTO' ? { photoId: photos[0]?.id ?? null } : answers[type]
    const body = { ...answer, occurredAt: new Date(at).toISOString() }
    await call(app, answerChecklistItem, { params: { id, itemId }, body }, visitor)
  }
}

async function askForExtra(
  { app, visitor, id }: Place,
  { what, quantity, naira, reason, minutes, agreed }: NonNullable<WorkContent['extra']>,
  key: string,
): Promise<void> {
  const body = {
    lines: [{ description: what, quantity, unitAmount: naira * 100 }],
    reason,
    scheduleImpactMinutes: minutes,
  }
  const { id: adjustmentId } = await answerOf(call(app, createPriceAdjustment, { params: { id }, body }, visitor))
  if (!agreed) return
  await asMarketplace(app, approvePriceAdjustment, { params: { id, adjustmentId }, body: {} }, `${key} extra work`)
}

/** A photo a customer sends along with what they ask for. */
export async function sendAlong(app: App, id: string, picture: Picture, key: string): Promise<void> {
  const file = { name: `${picture}.jpg`, type: 'image/jpeg', bytes: await photoOf(picture) }
  await asMarketplace(app, addMarketplacePhoto, { params: { id }, body: { kind: 'ISSUE' } }, `${key} photo`, file)
}
