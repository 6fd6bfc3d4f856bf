import * as z from 'zod/mini'
import { PhotoId } from './photos.ts'
import { operation } from '../core/operation.ts'
import { BookingId, idOf, Instant, line, prose } from '../core/values.ts'
import { ServiceType } from '../common/fields.ts'
import { issueText } from '../core/issue-text.ts'
import { checklistTypes, CHECKLIST_LIMIT } from './constants.ts'

/** Checklists of jobs and the templates they are created from. */

export const ChecklistType = z.enum(checklistTypes, issueText('ITEM_KIND_REQUIRED'))
export type ChecklistType = z.infer<typeof ChecklistType>

export const ChecklistItemId = idOf('chk')
const TemplateId = idOf('tpl')

/** An item without an answer. */
export const ChecklistEntry = z.object({
  label: line(1, 120, issueText('TEXT_LENGTH')),
  type: ChecklistType,
  required: z._default(z.boolean(), false),
})
export type ChecklistEntry = z.infer<typeof ChecklistEntry>

export const ChecklistItem = z.object({
  id: ChecklistItemId,
  label: z.string(),
  type: ChecklistType,
  required: z.boolean(),
  /** PASS or FAIL, a number or a text, depending on the item's type. */
  value: z.nullable(z.union([z.string(), z.number()])),
  done: z.boolean(),
  doneAt: z.nullable(Instant),
  note: z.nullable(z.string()),
  photoId: z.nullable(PhotoId),
  /** The item failed, so a price adjustment may be offered. */
  offersExtraWork: z.boolean(),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>

const entries = z
  .array(ChecklistEntry)
  .check(z.minLength(1, issueText('ITEM_REQUIRED')), z.maxLength(CHECKLIST_LIMIT, issueText('MAX_CHECKLIST_ITEMS')))

const bookingParams = z.object({ id: BookingId })
const itemParams = z.object({ id: BookingId, itemId: ChecklistItemId })

export const addChecklistItems = operation({
  name: 'bookings.addChecklistItems',
  whileSuspended: 'running',
  method: 'POST',
  path: '/v2/bookings/:id/checklist',
  audience: 'provider',
  summary: 'Add items to the checklist of a job, from a template or one by one.',
  params: bookingParams,
  body: z
    .object({
      templateId: z.optional(TemplateId),
      items: z.optional(entries),
      /** Insert before this item. Absent, or if the item no longer exists: append. */
      beforeItemId: z.optional(ChecklistItemId),
    })
    .check(
      z.refine(({ templateId, items }) => (templateId === undefined) !== (items === undefined), {
        error: issueText('TEMPLATE_OR_ITEMS_REQUIRED'),
        path: ['items'],
      }),
    ),
  status: 201,
  returns: z.array(ChecklistItem),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const answerChecklistItem = operation({
  name: 'bookings.answerChecklistItem',
  whileSuspended: 'running',
  method: 'PATCH',
  path: '/v2/bookings/:id/checklist/:itemId',
  audience: 'provider',
  summary:
    'Answer a checklist item: tick it, pass or fail it, enter a number or text, or name its photo. null clears the answer.',
  params: itemParams,
  body: z.object({
    done: z.optional(z.boolean()),
    value: z.optional(z.nullable(z.union([prose(1, 1000, issueText('TEXT_LENGTH')), z.number()]))),
    note: z.optional(z.nullable(prose(1, 500, issueText('MAX_CHARACTERS')))),
    photoId: z.optional(z.nullable(PhotoId)),
    occurredAt: z.optional(Instant),
  }),
  returns: ChecklistItem,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const removeChecklistItem = operation({
  name: 'bookings.removeChecklistItem',
  whileSuspended: 'running',
  method: 'DELETE',
  path: '/v2/bookings/:id/checklist/:itemId',
  audience: 'provider',
  summary: 'Remove an unanswered item from the checklist. Required items cannot be removed once work has started.',
  params: itemParams,
  returns: z.object({}),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const ChecklistTemplate = z.object({
  id: TemplateId,
  name: z.string(),
  serviceCategory: z.nullable(ServiceType),
  items: z.array(ChecklistEntry),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ChecklistTemplate = z.infer<typeof ChecklistTemplate>

const templateBody = {
  name: line(1, 80, issueText('NAME_LENGTH')),
  serviceCategory: z._default(z.nullable(ServiceType), null),
  items: entries,
}
const templateParams = z.object({ id: TemplateId })

export const listChecklistTemplates = operation({
  name: 'checklists.listTemplates',
  method: 'GET',
  path: '/v2/checklist-templates',
  audience: 'provider',
  summary: 'List my checklist templates by name.',
  returns: z.array(ChecklistTemplate),
})

export const createChecklistTemplate = operation({
  name: 'checklists.createTemplate',
  method: 'POST',
  path: '/v2/checklist-templates',
  audience: 'provider',
  summary: 'Create a checklist template for a kind of job.',
  body: z.object(templateBody),
  status: 201,
  returns: ChecklistTemplate,
  errors: ['TEMPLATE_LIMIT'],
})

export const saveChecklistTemplate = operation({
  name: 'checklists.saveTemplate',
  method: 'PUT',
  path: '/v2/checklist-templates/:id',
  audience: 'provider',
  summary: 'Change a checklist template. Checklists already made from it stay unchanged.',
  params: templateParams,
  body: z.object({ ...templateBody, version: z.optional(z.int()) }),
  returns: ChecklistTemplate,
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
})

export const removeChecklistTemplate = operation({
  name: 'checklists.removeTemplate',
  method: 'DELETE',
  path: '/v2/checklist-templates/:id',
  audience: 'provider',
  summary: 'Delete a checklist template. Checklists made from it stay.',
  params: templateParams,
  returns: z.object({}),
  errors: ['NOT_FOUND'],
})
