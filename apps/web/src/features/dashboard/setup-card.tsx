import type { Dashboard } from '@fettle/protocol/workspace/dashboard'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '../../ui/layout/card.tsx'
import { setupLabel } from './labels.ts'

/** Setup steps of a new account, each with a link to where it is done. */
export function SetupCard({ steps }: NonNullable<Dashboard['setup']>) {
  const done = steps.filter((step) => step.done).length
  return (
    <Card className="grid gap-3 p-5">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">
          <Trans>Get ready for your first request</Trans>
        </h2>
        <p className="text-sm text-text-muted">
          <Trans>
            {done} of {steps.length} done
          </Trans>
        </p>
      </div>
      <ul className="-mx-2 grid" aria-label={t`Steps`}>
        {steps.map(({ key, done, redirect }) => (
          <li key={key}>
            <Link
              to={redirect}
              className="flex min-h-11 items-center gap-3 rounded-control px-2 hover:bg-surface-hover active:bg-surface-hover"
            >
              {done ? (
                <Check size={16} aria-label={t`Done`} className="shrink-0 text-success" />
              ) : (
                <span aria-hidden="true" className="size-4 shrink-0 rounded-full border-2 border-line-strong" />
              )}
              <span className="flex-1">{setupLabel(key)}</span>
              <ChevronRight size={18} aria-hidden="true" className="text-text-muted rtl:rotate-180" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
