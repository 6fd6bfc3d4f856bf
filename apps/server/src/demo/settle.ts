import { getAvailability, putAvailability } from '@fettle/protocol/availability/availability'
import { putCustomer } from '@fettle/protocol/marketplace/index'
import {
  saveBusinessInfo,
  saveContactInfo,
  saveOnboardingStep,
  savePersonalInfo,
  saveProfessionalInfo,
  saveUsualTax,
} from '@fettle/protocol/accounts/profile'
import type { App } from '../app.ts'
import { createAccount } from '../modules/auth/index.ts'
import { sql } from '../platform/db/db.ts'
import { keepTerms } from './contracts.ts'
import { hours } from './diary.ts'
import { answerOf, asMarketplace, call } from './calls.ts'
import { keepPrices } from './offers.ts'
import { ada, bola, customers, PASSWORD, type Who } from './people.ts'
import { signedIn } from './visits.ts'
import { keepTemplates } from './work-content.ts'

export interface People {
  adaId: string
  customerIds: Record<Who, string>
}

/** Ada, who is ready to work, Bola, who is not, and the customers. */
export async function settle(app: App): Promise<People> {
  const { firstName, lastName } = ada.personal
  const adaId = await findOrCreate(app, { email: ada.email, phone: ada.phone, firstName, lastName })
  await findOrCreate(app, bola)
  const professional = { ...ada.professional, servicesProvided: [...ada.professional.servicesProvided] }
  await signedIn(app, adaId, async (visitor) => {
    await call(app, savePersonalInfo, { body: ada.personal }, visitor)
    await call(app, saveContactInfo, { body: ada.location }, visitor)
    await call(app, saveBusinessInfo, { body: ada.banking }, visitor)
    await call(app, saveProfessionalInfo, { body: professional }, visitor)
    await call(app, saveUsualTax, { body: { usualTaxRateBps: ada.usualTaxRateBps } }, visitor)
    await call(app, saveOnboardingStep, { body: { step: 'COMPLETED' } }, visitor)
    await keepTemplates(app, visitor)
    await keepPrices(app, visitor)
    await keepTerms(app, visitor)
    const { isSet } = await answerOf(call(app, getAvailability, {}, visitor))
    // A town from before there were hours has jobs outside of them.
    if (!isSet) await call(app, putAvailability, { body: { ...hours, onAffected: 'KEEP' } }, visitor)
  })
  const customerIds: Partial<Record<Who, string>> = {}
  for (const [who, { name, phone, email }] of Object.entries(customers)) {
    const body = { name, phone, email, locale: 'en-NG', timeZone: 'Africa/Lagos' }
    const customer = await asMarketplace(
      app,
      putCustomer,
      { params: { externalId: `demo-${who}` }, body },
      `customer ${who}`,
    )
    customerIds[who as Who] = (await customer.answer()).id
  }
  return { adaId, customerIds: customerIds as Record<Who, string> }
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
