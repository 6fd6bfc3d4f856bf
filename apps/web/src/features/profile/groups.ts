import type { Profile } from '@fettle/protocol/profile'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Checked } from '../../lib/problems.ts'
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

/** The editing groups of the profile (spec §3). */
export const groupNames = [
  'personalInformation',
  'locationDetails',
  'bankingInformation',
  'professionalInformation',
] as const
export type GroupName = (typeof groupNames)[number]

export interface Group<Form extends object, Body> {
  name: GroupName
  title: MessageDescriptor
  toForm(profile: Profile): Form
  check(form: Form, profile: Profile): Checked<Body>
  save(body: Body, version: number): Promise<Profile>
  /** Toasts of spec §8. */
  success: MessageDescriptor
  failure: MessageDescriptor
  /** Never kept in a draft. */
  unkept?: readonly (keyof Form & string)[]
}

/** Where a provider without an address banks. */
export const bankCountry = (profile: Profile): string => profile.country ?? 'NG'

export const personalInformation: Group<PersonalForm, PersonalBody> = {
  name: 'personalInformation',
  title: msg`Personal information`,
  toForm: personalForm,
  check: (form, profile) => checkPersonal(form, { profile, today: todayUtc() }),
  save: savePersonalAndLocation,
  success: msg`Personal info updated successfully`,
  failure: msg`Failed to update personal info`,
}

export const locationDetails: Group<LocationForm, LocationBody> = {
  name: 'locationDetails',
  title: msg`Location`,
  toForm: locationForm,
  check: checkLocation,
  save: savePersonalAndLocation,
  success: msg`Profile updated successfully.`,
  failure: msg`Failed to update personal info`,
}

export const bankingInformation: Group<BankingForm, BankingBody> = {
  name: 'bankingInformation',
  title: msg`Bank account`,
  toForm: (profile) => bankingForm(profile, bankCountry(profile)),
  check: (form, profile) => checkBanking(form, bankCountry(profile)),
  save: saveBanking,
  success: msg`Business info updated successfully`,
  failure: msg`Failed to update business info`,
  unkept: ['accountNumber'],
}

export const professionalInformation: Group<ProfessionalForm, ProfessionalBody> = {
  name: 'professionalInformation',
  title: msg`Trade and services`,
  toForm: professionalForm,
  check: (form, profile) => checkProfessional(form, { profile, today: todayUtc() }),
  save: saveProfession,
  success: msg`Professional info updated successfully`,
  failure: msg`Failed to update professional info`,
}

const homes: Record<string, GroupName> = {
  firstName: 'personalInformation',
  lastName: 'personalInformation',
  dateOfBirth: 'personalInformation',
  gender: 'personalInformation',
  phone: 'personalInformation',
  address: 'locationDetails',
  city: 'locationDetails',
  state: 'locationDetails',
  country: 'locationDetails',
  accountName: 'bankingInformation',
  accountNumber: 'bankingInformation',
  bankName: 'bankingInformation',
  serviceType: 'professionalInformation',
  skillLevel: 'professionalInformation',
  yearsOfExperience: 'professionalInformation',
  servicesProvided: 'professionalInformation',
}

/** Where a missing field of the profile is filled in; undefined for what has no group, such as the picture. */
export const groupOf = (field: string): GroupName | undefined => homes[field]

const labels: Record<string, MessageDescriptor> = {
  firstName: msg`First name`,
  lastName: msg`Last name`,
  dateOfBirth: msg`Date of birth`,
  gender: msg`Gender`,
  phone: msg`Phone number`,
  address: msg`Street address`,
  city: msg`City`,
  state: msg`State`,
  country: msg`Country`,
  accountName: msg`Account holder`,
  accountNumber: msg`Account number`,
  bank: msg`Bank`,
  bankName: msg`Name of the bank`,
  bankCode: msg`Bank code`,
  serviceType: msg`Main service`,
  skillLevel: msg`Skill level`,
  yearsOfExperience: msg`Years of experience`,
  servicesProvided: msg`Services you provide`,
}

export const labelOf = (field: string): string => {
  const label = labels[field]
  return label ? i18n._(label) : field
}
