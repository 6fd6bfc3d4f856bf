import { saveOnboardingStep } from '@fettle/protocol/accounts/profile'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { saveStep } from './onboarding.service.ts'

/** Registers the onboarding steps. */
export function registerOnboarding(deps: Deps, { account }: Routers): void {
  account.serve(saveOnboardingStep, ({ actor, body }) => saveStep(deps, actor, body.step))
}
