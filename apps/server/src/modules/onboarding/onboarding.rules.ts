import { onboardingSteps, type OnboardingStep } from '@fettle/protocol/accounts/profile'
import { AppError } from '../../platform/errors.ts'
import { hasBank, hasLocation, hasPersonal, hasProfession, type ProfileRow } from '../profile/index.ts'

/** Rules of onboarding. Pure. */

interface OnboardingStepRule {
  name: string
  label: string
  isComplete: (profile: ProfileRow) => boolean
}

const groups: readonly OnboardingStepRule[] = [
  { name: 'personalInformation', label: 'Personal information', isComplete: hasPersonal },
  { name: 'locationDetails', label: 'Location information', isComplete: hasLocation },
  { name: 'bankingInformation', label: 'Banking information', isComplete: hasBank },
  { name: 'professionalInformation', label: 'Professional information', isComplete: hasProfession },
]

/** `requireIdentityDocument`: an upload is enough, because a review takes days. */
const identity: OnboardingStepRule = {
  name: 'documents',
  label: 'Identity document',
  isComplete: ({ verificationLevel }) => verificationLevel !== 'NONE',
}

/** The step after a request: never backwards, and COMPLETED only when every group is filled in. */
export function stepAfter(
  profile: ProfileRow,
  wanted: OnboardingStep,
  { requireIdentityDocument }: { requireIdentityDocument: boolean },
): OnboardingStep {
  const isForward = onboardingSteps.indexOf(wanted) > onboardingSteps.indexOf(profile.onboardingStep)
  if (!isForward) return profile.onboardingStep
  const gaps = [...groups, ...(requireIdentityDocument ? [identity] : [])].filter((part) => !part.isComplete(profile))
  if (wanted === 'COMPLETED' && gaps.length > 0) {
    throw new AppError('ONBOARDING_INCOMPLETE', {
      list: gaps.map(({ label }) => label).join(', '),
      missing: gaps.map(({ name }) => name),
    })
  }
  return wanted
}
