import { TEMPLATE_LIMIT, type ChecklistEntry, type ChecklistTemplate } from '@fettle/protocol/bookings/checklists'
import { createTemplateRepository } from '../../../platform/db/template-repository.ts'
import * as store from './checklist-templates.store.ts'

interface Checklist {
  name: string
  serviceCategory: ChecklistTemplate['serviceCategory']
  items: ChecklistEntry[]
}

/** Repository of checklist templates. */
export const checklistTemplates = createTemplateRepository<Checklist>({ store, prefix: 'tpl', limit: TEMPLATE_LIMIT })
