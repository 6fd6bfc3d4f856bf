import type { ContractDraft } from '@fettle/protocol/contracts/content'
import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { moneyText } from '../../../lib/format/money.ts'
import { Button } from '../../../ui/button.tsx'
import type { ContractAutosave } from './use-autosave.ts'
import { contentOf, type ContractForm } from './contract-form.ts'

/** Scrolls the conflict into view: autosave is paused until the user chooses. */
const bringIntoView = (card: HTMLElement | null) => {
  card?.scrollIntoView({ block: 'nearest' })
}

/** Resolves an edit conflict: both versions side by side, and the choice. */
export function ConflictView({
  written,
  keeping,
  currency,
}: {
  written: ContractForm
  keeping: ContractAutosave
  currency: string
}) {
  const [busy, setBusy] = useState<'mine' | 'theirs'>()
  const { conflict } = keeping
  if (!conflict) return null
  const choose = (choice: 'mine' | 'theirs') => {
    setBusy(choice)
    void keeping.resolve(choice).finally(() => setBusy(undefined))
  }
  return (
    <section
      ref={bringIntoView}
      role="alert"
      className="grid gap-4 rounded-card border border-danger bg-surface-raised p-4 md:p-5"
    >
      <div>
        <h2 className="text-lg font-semibold text-danger">
          <Trans>This contract changed while you were editing.</Trans>
        </h2>
        <p className="text-sm">
          <Trans>
            It was edited somewhere else, perhaps by you in another tab. Choose which version to keep. Nothing is lost
            until you do.
          </Trans>
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Side
          title={<Trans>This version</Trans>}
          content={contentOf(written)}
          other={conflict.content}
          currency={currency}
        >
          <Button busy={busy === 'mine'} onClick={() => choose('mine')}>
            <Trans>Keep mine</Trans>
          </Button>
        </Side>
        <Side
          title={<Trans>Other version</Trans>}
          content={conflict.content}
          other={contentOf(written)}
          currency={currency}
        >
          <Button variant="secondary" busy={busy === 'theirs'} onClick={() => choose('theirs')}>
            <Trans>Use the other version</Trans>
          </Button>
        </Side>
      </div>
    </section>
  )
}

/** One of the versions, with the differences marked. */
function Side(props: {
  title: ReactNode
  content: ContractDraft
  other: ContractDraft
  currency: string
  children: ReactNode
}) {
  const { title, content, other, currency, children } = props
  const changed = (differs: boolean) => (differs ? 'bg-warning-soft' : '')
  const same = (one: ContractDraft['milestones'][number], two: ContractDraft['milestones'][number] | undefined) =>
    two !== undefined && one.title === two.title && one.amount === two.amount && one.dueDate === two.dueDate
  return (
    <div className="grid content-start gap-2 rounded-control bg-surface-sunken p-4">
      <h3 dir="auto" className="text-sm font-semibold text-text-muted">
        {title}
      </h3>
      <p className={`font-semibold wrap-anywhere ${changed(content.title !== other.title)}`}>
        {content.title || <Trans>Untitled</Trans>}
      </p>
      <p className={`text-sm tabular-nums ${changed(content.totalAmount !== other.totalAmount)}`}>
        {moneyText({ amount: content.totalAmount, currency })}
      </p>
      <p
        className={`line-clamp-6 text-sm whitespace-pre-line wrap-anywhere ${changed(content.scopeOfWork !== other.scopeOfWork)}`}
      >
        {content.scopeOfWork || '–'}
      </p>
      <ol className="grid gap-0.5 text-sm text-text-muted">
        {content.milestones.map((milestone, index) => (
          <li
            key={milestone.id ?? index}
            className={`flex justify-between gap-3 tabular-nums ${changed(!same(milestone, other.milestones[index]))}`}
          >
            <span className="truncate">{milestone.title || '–'}</span>
            <span>{moneyText({ amount: milestone.amount, currency })}</span>
          </li>
        ))}
      </ol>
      {content.terms.text !== other.terms.text && (
        <p className="line-clamp-6 bg-warning-soft text-sm whitespace-pre-line wrap-anywhere">
          {content.terms.text || '–'}
        </p>
      )}
      <div className="mt-1">{children}</div>
    </div>
  )
}
