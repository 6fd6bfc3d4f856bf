import { getAvailability, putAvailability } from '@fettle/protocol/availability/availability'
import { putCustomer } from '@fettle/protocol/marketplace'
import {
  saveBusinessInfo,
  saveContactInfo,
  saveOnboardingStep,
  savePersonalInfo,
  saveProfessionalInfo,
  saveUsualTax,
} from '@fettle/protocol/accounts/profile'
import type { App } from '../../app.ts'
import { createAccount } from '../../modules/auth/index.ts'
import { sql } from '../../platform/db/db.ts'
import { saveTermsTemplate } from '../contracts/contracts.ts'
import { workingHours } from '../bookings/availability.ts'
import { resultOf, callAsMarketplace, callAsProvider } from '../calls.ts'
import { savePriceBook } from '../offers/offers.ts'
import { ada, bola, customers, PASSWORD, type CustomerKey } from './people.ts'
import { withSession, type WithSession } from '../sessions.ts'
import { saveChecklistTemplates } from '../bookings/work-content.ts'

export interface DemoPeople {
  adaId: string
  customerIds: Record<CustomerKey, string>
}

/** Context of historical events. */
export interface HistoryContext extends DemoPeople {
  now: Date
  /** Runs work while Ada is signed in. */
  visit: WithSession
}

/** Creates Ada (onboarded), Bola (not onboarded) and the customers. */
export async function createDemoPeople(app: App): Promise<DemoPeople> {
  const { firstName, lastName } = ada.personal
  const adaId = await findOrCreate(app, { email: ada.email, phone: ada.phone, firstName, lastName })
  await findOrCreate(app, bola)
  const professional = { ...ada.professional, servicesProvided: [...ada.professional.servicesProvided] }
  await withSession(app, adaId, async (visitor) => {
    await callAsProvider(app, savePersonalInfo, { body: ada.personal }, visitor)
    await callAsProvider(app, saveContactInfo, { body: ada.location }, visitor)
    await callAsProvider(app, saveBusinessInfo, { body: ada.banking }, visitor)
    await callAsProvider(app, saveProfessionalInfo, { body: professional }, visitor)
    await callAsProvider(app, saveUsualTax, { body: { usualTaxRateBps: ada.usualTaxRateBps } }, visitor)
    await callAsProvider(app, saveOnboardingStep, { body: { step: 'COMPLETED' } }, visitor)
    await saveChecklistTemplates(app, visitor)
    await savePriceBook(app, visitor)
    await saveTermsTemplate(app, visitor)
    const { isSet } = await resultOf(callAsProvider(app, getAvailability, {}, visitor))
    // Demo data of earlier versions has jobs outside of working hours.
    if (!isSet) await callAsProvider(app, putAvailability, { body: { ...workingHours, onAffected: 'KEEP' } }, visitor)
  })
  const customerIds: Partial<Record<CustomerKey, string>> = {}
  for (const [who, { name, phone, email }] of Object.entries(customers)) {
    const body = { name, phone, email, locale: 'en-NG', timeZone: 'Africa/Lagos' }
    const customer = await callAsMarketplace(
      app,
      putCustomer,
      { params: { externalId: `demo-${who}` }, body },
      `customer ${who}`,
    )
    customerIds[who as CustomerKey] = (await customer.result()).id
  }
  return { adaId, customerIds: customerIds as Record<CustomerKey, string> }
}

async function findOrCreate(
  { deps }: App,
  facts: { email: string; phone: string; firstName: string; lastName: string },
): Promise<string> {
  const known = await deps.db.maybeOne<{ id: string }>(sql`select id from accounts where email = ${facts.email}`)
  return (
    known?.id ?? deps.db.transaction((tx) => createAccount(deps, tx, { ...facts, password: PASSWORD, verified: true }))
  )
}
