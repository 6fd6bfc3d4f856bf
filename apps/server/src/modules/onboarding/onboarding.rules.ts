import { onboardingSteps, type OnboardingStep } from '@fettle/protocol/accounts/profile'
import { AppError } from '../../platform/errors.ts'
import { textIn, type Text, type TextCode } from '../../platform/locale/messages.ts'
import { hasLocation, hasPersonal, hasProfession, type ProfileRow } from '../profile/index.ts'

/** Rules of onboarding. Pure. */

interface OnboardingStepRule {
  name: string
  label: TextCode
  isComplete: (profile: ProfileRow) => boolean
}

const groups: readonly OnboardingStepRule[] = [
  { name: 'personalInformation', label: 'STEP_PERSONAL', isComplete: hasPersonal },
  { name: 'locationDetails', label: 'STEP_LOCATION', isComplete: hasLocation },
  { name: 'professionalInformation', label: 'STEP_PROFESSIONAL', isComplete: hasProfession },
]

/** `requireIdentityDocument`: an upload is enough, because a review takes days. */
const identity: OnboardingStepRule = {
  name: 'documents',
  label: 'STEP_IDENTITY',
  isComplete: ({ verificationLevel }) => verificationLevel !== 'NONE',
}

/**
 * The step after a request: never backwards, and COMPLETED only when every group is filled in. Bank details
 * may follow: payouts need them, jobs do not.
 */
export function stepAfter(
  profile: ProfileRow,
  requested: OnboardingStep,
  { requireIdentityDocument }: { requireIdentityDocument: boolean },
): OnboardingStep {
  const isForward = onboardingSteps.indexOf(requested) > onboardingSteps.indexOf(profile.onboardingStep)
  if (!isForward) return profile.onboardingStep
  const gaps = [...groups, ...(requireIdentityDocument ? [identity] : [])].filter((part) => !part.isComplete(profile))
  if (requested === 'COMPLETED' && gaps.length > 0) {
    const labels = gaps.map(({ label }): Text => ({ code: label }))
    const details = {
      list: labels.map((label) => textIn('en', label)).join(', '),
      missing: gaps.map(({ name }) => name),
    }
    throw new AppError('ONBOARDING_INCOMPLETE', details, { params: { list: { list: labels, join: 'and' } } })
  }
  return requested
}
