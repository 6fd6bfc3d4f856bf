import type { Profile } from '@fettle/protocol/accounts/profile'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { cacheProfile } from '../../../shared/profile/profile.ts'
import { profileErrorText } from '../../../shared/profile/profile-error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorSummary, type SummaryItem } from '../../../ui/forms/error-summary.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { reportStep } from '../api.ts'
import type { OnboardingScreen } from '../model.ts'

export interface StepProps {
  profile: Profile
  onDone: (saved: Profile) => void
  onBack?: () => void
}

/** Layout of an onboarding screen: one form, one button. */
export function Step(props: {
  title: ReactNode
  intro: ReactNode
  summary?: readonly SummaryItem[]
  busy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onBack?: (() => void) | undefined
  submit?: ReactNode
  /** Continues without this screen. */
  skip?: { label: ReactNode; busy: boolean; onSkip: () => void } | undefined
  children: ReactNode
}) {
  const { title, intro, summary = [], busy, onSubmit, onBack, submit, skip, children } = props
  return (
    <form onSubmit={onSubmit} noValidate className="grid max-w-lg content-start gap-6">
      <header className="grid gap-2">
        <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight">
          {title}
        </h1>
        <p className="text-text-muted">{intro}</p>
      </header>
      <ErrorSummary items={summary} />
      {children}
      {/* On a phone there is room for a message above the buttons, below the last field. */}
      <div data-bottom-bar className="mt-6 flex flex-col-reverse gap-3 sm:mt-2 sm:flex-row sm:justify-between">
        {onBack ? (
          <Button variant="quiet" size="lg" onClick={onBack} className="sm:-ms-6">
            <Trans>Back</Trans>
          </Button>
        ) : (
          <span />
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row">
          {skip && (
            <Button variant="quiet" size="lg" busy={skip.busy} disabled={busy} onClick={skip.onSkip}>
              {skip.label}
            </Button>
          )}
          <Button type="submit" size="lg" busy={busy} disabled={skip?.busy ?? false} className="sm:min-w-52">
            {submit ?? <Trans>Save and continue</Trans>}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Updates the cache after a save, then continues. What was saved stays saved when continuing fails. */
export async function finishStep(
  client: QueryClient,
  screen: OnboardingScreen,
  saved: Profile,
): Promise<Profile | undefined> {
  cacheProfile(client, saved)
  try {
    const profile = await reportStep(screen, saved)
    cacheProfile(client, profile)
    return profile
  } catch (error) {
    toast.error(profileErrorText(error, t`Failed to update onboarding step`), { id: 'form' })
    return undefined
  }
}
