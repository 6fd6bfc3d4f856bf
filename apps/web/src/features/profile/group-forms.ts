import type { Profile } from '@fettle/protocol/accounts/profile'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValidationResult } from '../../lib/forms/problems.ts'
import {
  bankingForm,
  checkBanking,
  type BankingBody,
  type BankingForm,
} from '../../shared/profile-groups/banking.model.ts'
import {
  checkLocation,
  locationForm,
  type LocationBody,
  type LocationForm,
} from '../../shared/profile-groups/location.model.ts'
import {
  checkPersonal,
  personalForm,
  type PersonalBody,
  type PersonalForm,
} from '../../shared/profile-groups/personal.model.ts'
import {
  checkProfessional,
  professionalForm,
  type ProfessionalBody,
  type ProfessionalForm,
} from '../../shared/profile-groups/professional.model.ts'
import { todayUtc } from '../../shared/profile-groups/rules.ts'
import { saveBanking, savePersonalAndLocation, saveProfession } from './api.ts'
import type { GroupName } from './groups.ts'

// How each group is edited. Loaded when editing starts; viewing a profile does not need it.

export interface ProfileGroup<Form extends object, Body> {
  name: GroupName
  toForm(profile: Profile): Form
  check(form: Form, profile: Profile): ValidationResult<Body>
  save(body: Body, version: number): Promise<Profile>
  /** Toast after saving. */
  success: MessageDescriptor
  failure: MessageDescriptor
  /** Fields that are never stored in a draft. */
  privateFields?: readonly (keyof Form & string)[]
}

/** Default bank country for a provider without an address. */
export const bankCountry = (profile: Profile): string => profile.country ?? 'NG'

export const personalInformation: ProfileGroup<PersonalForm, PersonalBody> = {
  name: 'personalInformation',
  toForm: personalForm,
  check: (form, profile) => checkPersonal(form, { profile, today: todayUtc() }),
  save: savePersonalAndLocation,
  success: msg`Personal info updated successfully`,
  failure: msg`Failed to update personal info`,
}

export const locationDetails: ProfileGroup<LocationForm, LocationBody> = {
  name: 'locationDetails',
  toForm: locationForm,
  check: checkLocation,
  save: savePersonalAndLocation,
  success: msg`Profile updated successfully.`,
  failure: msg`Failed to update personal info`,
}

export const bankingInformation: ProfileGroup<BankingForm, BankingBody> = {
  name: 'bankingInformation',
  toForm: (profile) => bankingForm(profile, bankCountry(profile)),
  check: (form, profile) => checkBanking(form, bankCountry(profile)),
  save: saveBanking,
  success: msg`Business info updated successfully`,
  failure: msg`Failed to update business info`,
  privateFields: ['accountNumber'],
}

export const professionalInformation: ProfileGroup<ProfessionalForm, ProfessionalBody> = {
  name: 'professionalInformation',
  toForm: professionalForm,
  check: (form, profile) => checkProfessional(form, { profile, today: todayUtc() }),
  save: saveProfession,
  success: msg`Professional info updated successfully`,
  failure: msg`Failed to update professional info`,
}
