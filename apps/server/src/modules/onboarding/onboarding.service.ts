import type { OnboardingStep } from '@fettle/protocol/accounts/profile'
import type { ProviderActor } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import { announceAccountChange, setOnboarded } from '../auth/index.ts'
import { changeProfile, type ProfileAnswer } from '../profile/index.ts'
import { stepAfter } from './onboarding.rules.ts'

/** Saves the onboarding step. Reaching COMPLETED opens the product, once. */
export const saveStep = (deps: Deps, actor: ProviderActor, requested: OnboardingStep): Promise<ProfileAnswer> =>
  changeProfile(deps, actor.id, undefined, async (profile, tx) => {
    const onboardingStep = stepAfter(profile, requested, deps.config)
    if (onboardingStep !== 'COMPLETED' || profile.onboardedAt) return { ...profile, onboardingStep }
    const now = deps.clock.now()
    await setOnboarded(tx, profile.id, now)
    announceAccountChange(deps, tx, profile.id)
    await appendEvent(deps, tx, {
      subject: { type: 'provider', id: profile.id, status: 'ONBOARDED' },
      type: 'provider.onboarded',
      actor: { type: 'PROVIDER', id: actor.id, name: actor.name },
      providerId: profile.id,
    })
    return { ...profile, onboardingStep, onboardedAt: now }
  })
