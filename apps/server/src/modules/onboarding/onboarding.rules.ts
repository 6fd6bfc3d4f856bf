import { onboardingSteps, type OnboardingStep } from '@fettle/protocol/profile'
import { AppError } from '../../platform/errors.ts'
import { hasBank, hasLocation, hasPersonal, hasProfession, type ProfileRow } from '../profile/index.ts'

/** How getting started moves on (domain §2). Pure. */

const groups = [
  { name: 'personalInformation', label: 'Personal information', isComplete: hasPersonal },
  { name: 'locationDetails', label: 'Location information', isComplete: hasLocation },
  { name: 'bankingInformation', label: 'Banking information', isComplete: hasBank },
  { name: 'professionalInformation', label: 'Professional information', isComplete: hasProfession },
] as const

/** The step after asking for one: never back, and done only when every group is filled in. */
export function stepAfter(profile: ProfileRow, wanted: OnboardingStep): OnboardingStep {
  const isForward = onboardingSteps.indexOf(wanted) > onboardingSteps.indexOf(profile.onboardingStep)
  if (!isForward) return profile.onboardingStep
  const gaps = groups.filter((group) => !group.isComplete(profile))
  if (wanted === 'COMPLETED' && gaps.length > 0) {
    throw new AppError('ONBOARDING_INCOMPLETE', {
      list: gaps.map(({ label }) => label).join(', '),
      missing: gaps.map(({ name }) => name),
    })
  }
  return wanted
}
