import { ageLimits } from '@fettle/protocol/accounts/constants'
import { ageOn, type Gender } from '@fettle/protocol/common/fields'
import { PersonalInformation, type Profile } from '@fettle/protocol/accounts/profile'
import type * as z from 'zod/mini'
import type { ValidationResult, FieldProblem } from '../../lib/forms/problems.ts'
import { check } from '../../lib/forms/validation.ts'
import { withRules } from './rules.ts'

export interface PersonalForm {
  firstName: string
  lastName: string
  /** `YYYY-MM-DD`, or an incomplete part of it. */
  dateOfBirth: string
  gender: z.infer<typeof Gender> | ''
  /** International format. Asked for only when unknown. */
  phone: string
}

export type PersonalBody = z.output<typeof PersonalInformation>

/** Form values of the personal data. */
export const personalForm = (profile: Profile): PersonalForm => ({
  firstName: profile.firstName,
  lastName: profile.lastName,
  dateOfBirth: profile.dateOfBirth ?? '',
  gender: profile.gender ?? '',
  phone: profile.phone,
})

/** Validates by the server's rules. `today` is `YYYY-MM-DD` in UTC. */
export function checkPersonal(
  form: PersonalForm,
  context: { profile: Profile; today: string },
): ValidationResult<PersonalBody> {
  const { phone, gender, ...rest } = form
  const asksForPhone = context.profile.phone === ''
  const checked = check(PersonalInformation, { ...rest, gender: gender || null, ...(asksForPhone && { phone }) })
  return withRules(checked, checked.ok ? birthdayProblems(checked.values.dateOfBirth, context) : [])
}

function birthdayProblems(birthday: string, { profile, today }: { profile: Profile; today: string }): FieldProblem[] {
  const age = ageOn(birthday, today)
  const problem = (message: string) => [{ field: 'dateOfBirth', message }]
  if (birthday > today || age > ageLimits.max) return problem('Enter a valid date of birth.')
  if (age < ageLimits.min) return problem('You must be at least 18 years old.')
  if ((profile.yearsOfExperience ?? 0) > age - ageLimits.firstWork) {
    return problem('Years of experience is more than your age allows.')
  }
  return []
}
