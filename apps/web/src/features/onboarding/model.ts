import type { OnboardingStep, Profile } from '@fettle/protocol/accounts/profile'
import {
  isBankingComplete,
  isIdentityMissing,
  isLocationComplete,
  isPersonalComplete,
  isProfessionalComplete,
} from '../../shared/profile-groups/complete.ts'

/** The screens of getting started, in their order. */
export const screens = ['personal', 'location', 'banking', 'professional', 'invite'] as const
export type Screen = (typeof screens)[number]

const isComplete: Record<Screen, (profile: Profile) => boolean> = {
  personal: isPersonalComplete,
  location: isLocationComplete,
  banking: (profile) => isBankingComplete(profile) && !isIdentityMissing(profile),
  professional: isProfessionalComplete,
  invite: ({ isOnboarded }) => isOnboarded,
}

/** What the server is told once a screen is saved: its steps are fewer than the screens. */
export const stepAfter: Partial<Record<Screen, OnboardingStep>> = {
  location: 'DOCUMENTS',
  banking: 'PROFESSIONAL_INFO',
  invite: 'COMPLETED',
}

export const isDone = (screen: Screen, profile: Profile): boolean => isComplete[screen](profile)

/** Where to go on: the first screen that is not filled in. */
export const firstOpen = (profile: Profile): Screen => screens.find((screen) => !isDone(screen, profile)) ?? 'invite'

/** The screen to show: the one asked for if the way there is done, else where to go on. */
export function screenFor(asked: string | null, profile: Profile): Screen {
  const open = firstOpen(profile)
  const wanted = screens.find((screen) => screen === asked)
  return wanted && screens.indexOf(wanted) <= screens.indexOf(open) ? wanted : open
}

export const screenAfter = (screen: Screen): Screen | undefined => screens[screens.indexOf(screen) + 1]
export const screenBefore = (screen: Screen): Screen | undefined => screens[screens.indexOf(screen) - 1]
