import type { LetterheadColour } from '@fettle/protocol/accounts/letterhead'
import type { Profile } from '@fettle/protocol/accounts/profile'
import {
  deleteLogo,
  saveBusinessInfo,
  saveLetterhead,
  saveLogo,
  savePersonalAndContactInfo,
  saveProfessionalInfo,
  saveUsualTax,
} from '@fettle/protocol/accounts/calls'
import { call, type CallOptions } from '../../lib/http/api.ts'
import { hasCode, isApiError } from '../../lib/http/api-error.ts'
import type { BankingBody } from '../../shared/profile-groups/banking.model.ts'
import type { LocationBody } from '../../shared/profile-groups/location.model.ts'
import type { PersonalBody } from '../../shared/profile-groups/personal.model.ts'
import type { ProfessionalBody } from '../../shared/profile-groups/professional.model.ts'

// A 401 here is shown in place, so that it does not discard what is being edited.
const update: CallOptions = { headers: { 'X-Profile-Update': 'true' } }

/** Saves personal and location data in one call; absent fields stay unchanged. */
export const savePersonalAndLocation = (body: Partial<PersonalBody & LocationBody>, version: number) =>
  call(savePersonalAndContactInfo, { body: { ...body, version } }, update)

export const saveBanking = (body: BankingBody, version: number) =>
  call(saveBusinessInfo, { body: { ...body, version } }, update)

export const saveProfession = (body: ProfessionalBody, version: number) =>
  call(saveProfessionalInfo, { body: { ...body, version } }, update)

export const setUsualTax = (usualTaxRateBps: number) => call(saveUsualTax, { body: { usualTaxRateBps } }, update)

export const setLetterheadColour = (colour: LetterheadColour) => call(saveLetterhead, { body: { colour } }, update)

export const setLogo = (file: File) => call(saveLogo, { file }, update)

export const removeLogo = () => call(deleteLogo, {}, update)

/** The current profile, when a write was refused because of a concurrent change. */
export function currentIn(error: unknown): Profile | undefined {
  if (!hasCode(error, 'VERSION_CONFLICT') || !isApiError(error)) return undefined
  return error.details['current'] as Profile | undefined
}
