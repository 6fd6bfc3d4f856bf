import type { OfferDraft } from '@fettle/protocol/offers/content'
import { diffOffers } from '@fettle/protocol/offers/diff'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import { Plural, Trans } from '@lingui/react/macro'
import { moneyText } from '../../../../lib/format/money.ts'
import { ConflictView } from '../../../../shared/documents/conflict-view.tsx'
import { DiffView } from '../../detail/diff-view.tsx'
import type { OfferAutosave } from '../use-offer-autosave.ts'

interface OfferConflictProps {
  content: OfferDraft
  autosave: OfferAutosave
  currency: string
  timeZone: string
}

/** Both versions of a draft that was edited elsewhere too. */
export function OfferConflict({ content, autosave, currency, timeZone }: OfferConflictProps) {
  if (!autosave.conflict) return null
  const { theirs } = autosave.conflict
  return (
    <ConflictView
      title={<Trans>This draft changed while you were editing.</Trans>}
      mine={<Version content={content} currency={currency} />}
      theirs={theirs && <Version content={theirs.content} currency={currency} />}
      deleted={<Trans>This draft was deleted on another device.</Trans>}
      onChoose={autosave.resolve}
    >
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
    </ConflictView>
  )
}

function Version({ content, currency }: { content: OfferDraft; currency: string }) {
  const total = calculateOffer(content).total
  return (
    <>
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
    </>
  )
}
