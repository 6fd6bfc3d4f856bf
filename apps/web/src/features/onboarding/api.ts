import type { Profile } from '@fettle/protocol/accounts/profile'
import {
  saveBusinessInfo,
  saveContactInfo,
  saveOnboardingStep,
  savePersonalInfo,
  saveProfessionalInfo,
  saveUsualTax,
} from '@fettle/protocol/accounts/calls'
import { call } from '../../lib/http/api.ts'
import type { BankingBody } from '../../shared/profile-groups/banking.model.ts'
import type { LocationBody } from '../../shared/profile-groups/location.model.ts'
import type { PersonalBody } from '../../shared/profile-groups/personal.model.ts'
import type { ProfessionalBody } from '../../shared/profile-groups/professional.model.ts'
import { stepAfter, type OnboardingScreen } from './model.ts'

export const savePersonal = (body: PersonalBody): Promise<Profile> => call(savePersonalInfo, { body })
export const saveLocation = (body: LocationBody): Promise<Profile> => call(saveContactInfo, { body })
export const saveBanking = (body: BankingBody): Promise<Profile> => call(saveBusinessInfo, { body })
export const saveProfessional = (body: ProfessionalBody): Promise<Profile> => call(saveProfessionalInfo, { body })

/** Saves the tax rate of new offer lines and prices. */
export const saveTax = (usualTaxRateBps: number): Promise<Profile> => call(saveUsualTax, { body: { usualTaxRateBps } })

/** Reports a completed screen to the server, where it counts as a step; returns the updated profile. */
export const reportStep = async (screen: OnboardingScreen, profile: Profile): Promise<Profile> => {
  const step = stepAfter[screen]
  return step ? call(saveOnboardingStep, { body: { step } }) : profile
}
