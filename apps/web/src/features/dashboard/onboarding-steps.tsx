import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/layout/card.tsx'

const SampleJob = lazy(async () => ({ default: (await import('./sample-job.tsx')).SampleJob }))

/** Explains the next steps before the first request, instead of empty lists. */
export function OnboardingSteps({ isSetUp, now }: { isSetUp: boolean; now: Date }) {
  const [isTrying, setTrying] = useState(false)
  return (
    <Section
      title={isSetUp ? <Trans>You're ready for your first request</Trans> : <Trans>How a request works</Trans>}
      description={isSetUp && <Trans>Here's what happens next.</Trans>}
      actions={
        <Button variant="secondary" onClick={() => setTrying(true)}>
          <Trans>Try a sample job</Trans>
        </Button>
      }
    >
      <ol className="grid gap-3">
        <Step number={1} title={<Trans>A customer requests a job</Trans>}>
          <Trans>We notify you right away: here, and on this device if you allow it.</Trans>
        </Step>
        <Step number={2} title={<Trans>You accept or decline</Trans>}>
          <Trans>Each request shows how long you have to reply. Accept to see the address and phone number.</Trans>
        </Step>
        <Step number={3} title={<Trans>You agree on the rest in messages</Trans>}>
          <Trans>Everything stays in one conversation with each customer.</Trans>
        </Step>
      </ol>
      {isTrying && (
        <Suspense>
          <SampleJob now={now} onClose={() => setTrying(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function Step({ number, title, children }: { number: number; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-4 rounded-card border border-line bg-surface-raised p-4 shadow-raised">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text"
      >
        {number}
      </span>
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-text-muted">{children}</p>
      </div>
    </li>
  )
}
