import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Profile groups that are edited separately. */
export const groupNames = [
  'personalInformation',
  'locationDetails',
  'bankingInformation',
  'professionalInformation',
] as const
export type GroupName = (typeof groupNames)[number]

const titles: Record<GroupName, MessageDescriptor> = {
  personalInformation: msg`Personal information`,
  locationDetails: msg`Location`,
  bankingInformation: msg`Bank account`,
  professionalInformation: msg`Trade and services`,
}

export const titleOf = (group: GroupName): string => i18n._(titles[group])

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

/** The group with a missing profile field; undefined for fields without a group, such as the picture. */
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
  bankName: msg`Bank name`,
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
