import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Field names for error texts, as in "field name (required)". */
const names: Readonly<Record<string, MessageDescriptor>> = {
  firstName: msg`first name`,
  lastName: msg`last name`,
  email: msg`email`,
  phone: msg`phone`,
  dateOfBirth: msg`date of birth`,
  gender: msg`gender`,
  address: msg`address`,
  city: msg`city`,
  state: msg`state`,
  country: msg`country`,
  accountName: msg`account name`,
  bankName: msg`bank name`,
  accountNumber: msg`account number`,
  serviceType: msg`service type`,
  skillLevel: msg`skill level`,
  yearsOfExperience: msg`years of experience`,
  servicesProvided: msg`services provided`,
  avatar: msg`avatar`,
}

/** Translated name of a profile field; undefined for other names. */
export const profileFieldName = (field: string): string | undefined => {
  const name = Object.hasOwn(names, field) ? names[field] : undefined
  return name && i18n._(name)
}
