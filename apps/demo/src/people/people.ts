import type { CallInput } from '@fettle/protocol'
import type { LetterheadColour } from '@fettle/protocol/accounts/letterhead'
import type {
  saveBusinessInfo,
  saveContactInfo,
  savePersonalInfo,
  saveProfessionalInfo,
} from '@fettle/protocol/accounts/profile'
import { readData } from '../data.ts'

type Body<O> = CallInput<O> extends { body: infer Given } ? Given : never

export type CustomerKey =
  | 'chidi'
  | 'funke'
  | 'ibrahim'
  | 'grace'
  | 'tobi'
  | 'sarah'
  | 'amara'
  | 'kemi'
  | 'peter'
  | 'ngozi'
  | 'emeka'
  | 'halima'
  | 'dayo'
  | 'segun'
  | 'blessing'
  | 'tunji'

interface Customer {
  /** Describes the person, which shapes their messages. */
  about: string
  name: string
  phone: string
  email: string
  home: { line1: string; city: string; lat: number; lng: number; accessNotes?: string }
}

interface People {
  password: string
  ada: {
    usualTaxRateBps: number
    letterheadColour: LetterheadColour
    email: string
    phone: string
    personal: Body<typeof savePersonalInfo> & { firstName: string; lastName: string }
    location: Body<typeof saveContactInfo>
    banking: Body<typeof saveBusinessInfo>
    professional: Body<typeof saveProfessionalInfo>
  }
  bola: { email: string; phone: string; firstName: string; lastName: string }
  customers: Record<CustomerKey, Customer>
}

/** Ada is onboarded and busy, Bola is new, and the customers are Ada's. */
export const { password: PASSWORD, ada, bola, customers } = readData<People>('people')

/** The address of a customer's home. */
export const homeOf = (who: CustomerKey) => ({ ...customers[who].home, state: 'Lagos', country: 'NG' })
