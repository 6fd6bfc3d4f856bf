import type { OfferDraft } from '@fettle/protocol/offers/content'
import { diffOffers } from '@fettle/protocol/offers/diff'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { moneyText } from '../../../../lib/format/money.ts'
import { Button } from '../../../../ui/button.tsx'
import { DiffView } from '../../detail/diff-view.tsx'
import type { OfferAutosave } from '../use-autosave.ts'

export interface ConflictViewProps {
  content: OfferDraft
  keeping: OfferAutosave
  currency: string
  timeZone: string
}

/** Scrolls the conflict into view: autosave is paused until the user chooses. */
const bringIntoView = (card: HTMLElement | null) => {
  card?.scrollIntoView({ block: 'nearest' })
}

/** Resolves an edit conflict: both versions side by side, and the choice. */
export function ConflictView({ content, keeping, currency, timeZone }: ConflictViewProps) {
  const [busy, setBusy] = useState<'mine' | 'theirs'>()
  if (!keeping.conflict) return null
  const { theirs } = keeping.conflict
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
          <Trans>This draft changed while you were editing.</Trans>
        </h2>
        <p className="text-sm">
          <Trans>
            It was edited somewhere else, perhaps by you in another tab. Choose which version to keep. Nothing is lost
            until you do.
          </Trans>
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Side title={<Trans>This version</Trans>} content={content} currency={currency}>
          <Button busy={busy === 'mine'} onClick={() => choose('mine')}>
            <Trans>Keep mine</Trans>
          </Button>
        </Side>
        {theirs ? (
          <Side title={<Trans>Other version</Trans>} content={theirs.content} currency={currency}>
            <Button variant="secondary" busy={busy === 'theirs'} onClick={() => choose('theirs')}>
              <Trans>Use the other version</Trans>
            </Button>
          </Side>
        ) : (
          <p className="text-text-muted">
            <Trans>This draft was deleted on another device.</Trans>
          </p>
        )}
      </div>
      {theirs && (
        <details>
          <summary className="inline-flex min-h-11 items-center font-semibold underline">
            <Trans>Changes in my version</Trans>
          </summary>
          <DiffView
            diff={diffOffers(theirs.content, content)}
            before={theirs.content}
            after={content}
            currency={currency}
            timeZone={timeZone}
          />
        </details>
      )}
    </section>
  )
}

function Side(props: { title: React.ReactNode; content: OfferDraft; currency: string; children: React.ReactNode }) {
  const { title, content, currency, children } = props
  const total = calculateOffer(content).total
  return (
    <div className="grid content-start gap-2 rounded-control bg-surface-sunken p-4">
      <h3 dir="auto" className="text-sm font-semibold text-text-muted">
        {title}
      </h3>
      <p className="font-semibold wrap-anywhere">{content.title || <Trans>Untitled</Trans>}</p>
      <p className="text-sm tabular-nums">
        <Plural value={content.lineItems.length} one="# line" other="# lines" /> ·{' '}
        {moneyText({ amount: total, currency })}
      </p>
      <ul className="grid gap-0.5 text-sm text-text-muted">
        {content.lineItems.slice(0, 8).map(({ id, name }) => (
          <li key={id} className="truncate">
            {name || '–'}
          </li>
        ))}
        {content.lineItems.length > 8 && <li>…</li>}
      </ul>
      <div className="mt-1">{children}</div>
    </div>
  )
}
