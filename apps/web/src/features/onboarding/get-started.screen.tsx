import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { announce } from '../../lib/browser/announce.ts'
import { useProfile } from '../../shared/profile/profile.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { Stepper } from '../../ui/forms/stepper.tsx'
import { isDone, screenAfter, screenBefore, screenFor, screens, type OnboardingScreen } from './model.ts'
import { Banking } from './steps/banking.tsx'
import { Invite } from './steps/invite.tsx'
import { Location } from './steps/location.tsx'
import { Personal } from './steps/personal.tsx'
import { Professional } from './steps/professional.tsx'
import type { StepProps } from './steps/step.tsx'

const stepComponents: Record<OnboardingScreen, ComponentType<StepProps>> = {
  personal: Personal,
  location: Location,
  banking: Banking,
  professional: Professional,
  invite: Invite,
}

const labels = (): Record<OnboardingScreen, string> => ({
  personal: t`Personal`,
  location: t`Location`,
  banking: t`Banking`,
  professional: t`Your trade`,
  invite: t`Invite a friend`,
})

/** Onboarding in five short screens, each saved separately; a reload continues where the user left. */
export function Component() {
  const profile = useProfile()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  // Without a step in the address, the screen stays when it is saved: it reports the step after that.
  const [first] = useState(() => screenFor(null, profile))
  const screen = screenFor(search.get('step') ?? first, profile)
  const names = labels()
  const Step = stepComponents[screen]
  useTitle(t`Get started`)
  useFocusOnNewStep(screen, names[screen])
  const open = (to: OnboardingScreen) => void navigate(`${paths.getStarted}?step=${to}`)
  const before = screenBefore(screen)
  return (
    <div className="mx-auto grid w-full max-w-2xl content-start gap-7 px-4 py-6 md:px-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-14 lg:py-12">
      <div className="lg:sticky lg:top-12 lg:grid lg:content-start lg:gap-5 lg:self-start">
        <p className="hidden px-3 text-sm text-text-muted lg:block">
          <Trans>Five quick steps and you can take jobs. We save as you go.</Trans>
        </p>
        <Stepper
          steps={screens.map((name) => ({ name, label: names[name], done: isDone(name, profile) }))}
          current={screen}
          onChoose={(name) => open(name as OnboardingScreen)}
        />
      </div>
      <Step
        key={screen}
        profile={profile}
        onDone={(saved) => {
          const next = screenAfter(screen)
          if (saved.isOnboarded || !next) void navigate(paths.home, { replace: true })
          else open(next)
        }}
        {...(before && { onBack: () => open(before) })}
      />
    </div>
  )
}

/** On a new step, scrolls to the top and focuses its heading. The first one is a page load and moves nothing. */
function useFocusOnNewStep(screen: OnboardingScreen, name: string): void {
  const focused = useRef(screen)
  useEffect(() => {
    if (focused.current === screen) return
    focused.current = screen
    document.getElementById('main')?.scrollTo({ top: 0 })
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
    const number = screens.indexOf(screen) + 1
    const total = screens.length
    announce(t`Step ${number} of ${total}: ${name}`)
  }, [screen, name])
}
