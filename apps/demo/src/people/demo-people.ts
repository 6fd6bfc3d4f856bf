import {
  saveBusinessInfo,
  saveContactInfo,
  saveLetterhead,
  saveOnboardingStep,
  savePersonalInfo,
  saveProfessionalInfo,
  saveProfilePicture,
  saveUsualTax,
} from '@fettle/protocol/accounts/profile'
import { putAvailability } from '@fettle/protocol/availability/availability'
import { putCustomer } from '@fettle/protocol/marketplace/customers'
import { workingHours } from '../bookings/availability.ts'
import { saveChecklistTemplates } from '../bookings/work-content.ts'
import { pictureOf } from '../data.ts'
import type { DemoContext } from '../context.ts'
import { saveTermsTemplate } from '../contracts/contracts.ts'
import { savePriceBook } from '../offers/offers.ts'
import { listCustomers, saveCustomerNotes } from '@fettle/protocol/workspace/customers'
import { ada as person, customers, type CustomerKey } from './people.ts'

/** Onboards Ada, with her working hours, prices and templates. */
export async function onboardAda(demo: DemoContext): Promise<void> {
  const { ada } = demo
  await ada(savePersonalInfo, { body: person.personal })
  await ada(saveContactInfo, { body: person.location })
  await ada(saveBusinessInfo, { body: person.banking })
  await ada(saveProfessionalInfo, { body: person.professional })
  await ada(saveProfilePicture, { file: pictureOf('ada') })
  await ada(saveLetterhead, { body: { colour: person.letterheadColour } })
  await ada(saveUsualTax, { body: { usualTaxRateBps: person.usualTaxRateBps } })
  await ada(saveOnboardingStep, { body: { step: 'COMPLETED' } })
  await saveChecklistTemplates(demo)
  await savePriceBook(demo)
  await saveTermsTemplate(demo)
  await ada(putAvailability, { body: { ...workingHours, onAffected: 'KEEP' } })
}

/** Creates the marketplace's customers and notes their ids. */
export async function createCustomers({ app, marketplace, customerIds }: DemoContext): Promise<void> {
  for (const [who, { name, phone, email }] of Object.entries(customers)) {
    const avatar = `${app.deps.config.origin}/demo/faces/${who}.webp`
    const body = { name, phone, email, avatar, locale: 'en-NG', timeZone: 'Africa/Lagos' }
    const customer = await marketplace(putCustomer, { params: { externalId: `demo-${who}` }, body })
    customerIds[who as CustomerKey] = customer.id
  }
}

/** Ada's private notes about the customers she worked for last. */
export async function writeCustomerNotes({ ada }: DemoContext): Promise<void> {
  const rows = await ada(listCustomers, { query: { limit: customerNotes.length } })
  for (const [index, { id }] of rows.entries()) {
    const body = customerNotes[index]
    if (body) await ada(saveCustomerNotes, { params: { id }, body })
  }
}

const customerNotes = [
  { note: 'Ring twice, the bell is weak. Stopcock is behind the washing machine.', tags: ['Regular'] },
  { note: 'Pays by transfer the same day. Pumping machine installed in March.', tags: ['Pays promptly', 'Borehole'] },
  { note: 'Gate man is Musa. Park inside, not on the street.', tags: [] },
]
