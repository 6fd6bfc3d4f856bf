import type { DemoContext } from '../context.ts'
import type { CallInput } from '@fettle/protocol'
import { addBookingPhoto, addMarketplacePhoto, type PhotoKind } from '@fettle/protocol/bookings/photos'
import { getBooking } from '@fettle/protocol/bookings'
import { addChecklistItems, answerChecklistItem, createChecklistTemplate } from '@fettle/protocol/bookings/checklists'
import { approvePriceAdjustment, createPriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { createUpload } from '@fettle/protocol/common/uploads'
import { pictureOf, readData, type DemoPicture } from '../data.ts'

/** Photos, a checklist and extra work of some jobs. */

export interface WorkContent {
  /** The checklist it has, and how many of its items were answered, in their order. */
  checklist?: { template: TemplateName; answered: number }
  photos?: readonly (readonly [kind: PhotoKind, picture: DemoPicture, caption: string])[]
  /** Beyond the price that was agreed on; agreed to by the customer, or still to be. */
  extra?: { what: string; quantity: string; naira: number; reason: string; minutes: number; agreed: boolean }
}

export type TemplateName = 'Connect an appliance' | 'Renew pipes'

type Items = CallInput<typeof createChecklistTemplate>['body']['items']

const templates = readData<Record<TemplateName, Items>>('checklists')

/** The answer to each kind of checklist item. */
const answers = {
  CHECK: { done: true },
  PASS_FAIL: { value: 'PASS' },
  NUMBER: { value: 2.8 },
  TEXT: { value: 'Behind the bins' },
} as const

/** Ada's checklists. */
export async function saveChecklistTemplates({ ada }: DemoContext): Promise<void> {
  for (const [name, items] of Object.entries(templates)) {
    await ada(createChecklistTemplate, { body: { name, serviceCategory: 'PLUMBING', items } })
  }
}

interface ContentContext {
  demo: DemoContext
  id: string
  /** When it was done. */
  at: number
}

/** Adds photos, checklist and extra work to a job. */
export async function addJobContent(context: ContentContext, content: WorkContent): Promise<void> {
  if (content.photos) await addPhotos(context, content.photos)
  if (content.checklist) await addChecklist(context, content.checklist)
  if (content.extra) await requestExtraWork(context, content.extra)
}

async function addPhotos(
  { demo: { ada }, id, at }: ContentContext,
  photos: NonNullable<WorkContent['photos']>,
): Promise<void> {
  for (const [kind, picture, caption] of photos) {
    const upload = { body: { purpose: 'BOOKING_PHOTO' as const }, file: pictureOf(picture) }
    const { id: fileId } = await ada(createUpload, upload)
    const body = { fileId, kind, caption, occurredAt: new Date(at).toISOString() }
    await ada(addBookingPhoto, { params: { id }, body })
  }
}

async function addChecklist(
  { demo: { ada }, id, at }: ContentContext,
  { template, answered }: NonNullable<WorkContent['checklist']>,
): Promise<void> {
  const items = await ada(addChecklistItems, { params: { id }, body: { items: templates[template] } })
  const { photos } = await ada(getBooking, { params: { id } })
  for (const { id: itemId, type } of items.slice(0, answered)) {
    const answer = type === 'PHOTO' ? { photoId: photos[0]?.id ?? null } : answers[type]
    const body = { ...answer, occurredAt: new Date(at).toISOString() }
    await ada(answerChecklistItem, { params: { id, itemId }, body })
  }
}

async function requestExtraWork(
  { demo: { ada, marketplace }, id }: ContentContext,
  { what, quantity, naira, reason, minutes, agreed }: NonNullable<WorkContent['extra']>,
): Promise<void> {
  const body = {
    lines: [{ description: what, quantity, unitAmount: naira * 100 }],
    reason,
    scheduleImpactMinutes: minutes,
  }
  const { id: adjustmentId } = await ada(createPriceAdjustment, { params: { id }, body })
  if (!agreed) return
  await marketplace(approvePriceAdjustment, { params: { id, adjustmentId }, body: {} })
}

/** A photo a customer sends along with what they ask for. */
export async function sendRequestPhoto({ marketplace }: DemoContext, id: string, picture: DemoPicture): Promise<void> {
  await marketplace(addMarketplacePhoto, {
    params: { id },
    body: { kind: 'ISSUE' },
    file: pictureOf(picture),
  })
}
