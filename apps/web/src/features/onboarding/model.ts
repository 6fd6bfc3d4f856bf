import type { OnboardingStep, Profile } from '@fettle/protocol/accounts/profile'
import {
  isBankingComplete,
  isIdentityMissing,
  isLocationComplete,
  isPersonalComplete,
  isProfessionalComplete,
} from '../../shared/profile-groups/completeness.ts'

/** Onboarding screens in order. */
export const screens = ['personal', 'location', 'banking', 'professional', 'invite'] as const
export type OnboardingScreen = (typeof screens)[number]

const isComplete: Record<OnboardingScreen, (profile: Profile) => boolean> = {
  personal: isPersonalComplete,
  location: isLocationComplete,
  banking: (profile) => isBankingComplete(profile) && !isIdentityMissing(profile),
  professional: isProfessionalComplete,
  invite: ({ isOnboarded }) => isOnboarded,
}

/** Onboarding step to report after saving a screen; there are fewer steps than screens. */
export const stepAfter: Partial<Record<OnboardingScreen, OnboardingStep>> = {
  location: 'DOCUMENTS',
  banking: 'PROFESSIONAL_INFO',
  invite: 'COMPLETED',
}

export const isDone = (screen: OnboardingScreen, profile: Profile): boolean => isComplete[screen](profile)

/** Whether bank details were left for later: the provider has gone on without them. */
const isBankingSkipped = (profile: Profile): boolean =>
  (profile.onboardingStep === 'PROFESSIONAL_INFO' || profile.onboardingStep === 'COMPLETED') &&
  !isIdentityMissing(profile)

const isPassed = (screen: OnboardingScreen, profile: Profile): boolean =>
  isDone(screen, profile) || (screen === 'banking' && isBankingSkipped(profile))

/** The first incomplete screen that was not skipped. */
export const firstOpen = (profile: Profile): OnboardingScreen =>
  screens.find((screen) => !isPassed(screen, profile)) ?? 'invite'

/** The screen to show: the requested one if all before it are complete, else the first incomplete one. */
export function screenFor(requested: string | null, profile: Profile): OnboardingScreen {
  const open = firstOpen(profile)
  const requestedScreen = screens.find((screen) => screen === requested)
  return requestedScreen && screens.indexOf(requestedScreen) <= screens.indexOf(open) ? requestedScreen : open
}

export const screenAfter = (screen: OnboardingScreen): OnboardingScreen | undefined =>
  screens[screens.indexOf(screen) + 1]
export const screenBefore = (screen: OnboardingScreen): OnboardingScreen | undefined =>
  screens[screens.indexOf(screen) - 1]
