import { ageLimits } from '@fettle/protocol/accounts/constants'
import { ageOn, type ServiceType, type SkillLevel } from '@fettle/protocol/common/fields'
import { ProfessionalInformation, type Profile } from '@fettle/protocol/accounts/profile'
import type * as z from 'zod/mini'
import type { ValidationResult } from '../../lib/forms/problems.ts'
import { latinDigits } from '../../lib/format/digits.ts'
import { check } from '../../lib/forms/validation.ts'
import { withRules } from './rules.ts'
import { servicesOf } from './services.ts'

export interface ProfessionalForm {
  serviceType: z.infer<typeof ServiceType> | ''
  skillLevel: z.infer<typeof SkillLevel> | ''
  yearsOfExperience: string
  servicesProvided: string[]
}

export type ProfessionalBody = z.output<typeof ProfessionalInformation>

/** Form values of the professional data. */
export const professionalForm = (profile: Profile): ProfessionalForm => ({
  serviceType: profile.serviceType ?? '',
  skillLevel: profile.skillLevel ?? '',
  yearsOfExperience: profile.yearsOfExperience === null ? '' : String(profile.yearsOfExperience),
  servicesProvided: servicesOf(profile),
})

/** Validates the professional data by the server's schema. */
export function checkProfessional(
  form: ProfessionalForm,
  context: { profile: Profile; today: string },
): ValidationResult<ProfessionalBody> {
  const years = latinDigits(form.yearsOfExperience.trim())
  const checked = check(ProfessionalInformation, {
    ...form,
    serviceType: form.serviceType || undefined,
    skillLevel: form.skillLevel || undefined,
    // Not a number: keep the text, so that the schema reports it.
    yearsOfExperience: /^\d+$/.test(years) ? Number(years) : years,
  })
  if (!checked.ok || !context.profile.dateOfBirth) return checked
  const age = ageOn(context.profile.dateOfBirth, context.today)
  const tooMany = checked.values.yearsOfExperience > age - ageLimits.firstWork
  return withRules(
    checked,
    tooMany ? [{ field: 'yearsOfExperience', message: 'Years of experience is more than your age allows.' }] : [],
  )
}

/** Adds typed services, split at commas, without duplicates; ignores case. */
export function addServices(services: readonly string[], typed: string): string[] {
  const added = [...services]
  for (const service of typed.split(',').map((part) => part.trim().replace(/\s+/g, ' '))) {
    const isAdded = added.some((other) => other.toLowerCase() === service.toLowerCase())
    if (service !== '' && !isAdded) added.push(service)
  }
  return added
}
