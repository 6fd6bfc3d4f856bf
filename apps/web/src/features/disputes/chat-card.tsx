import type { DisputeSummary } from '@fettle/protocol/disputes'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { moneyText } from '../../lib/format/money.ts'
import { CardFrame } from '../../shared/cards/card-frame.tsx'
import { LoadableCard } from '../../shared/cards/loadable-card.tsx'
import { disputeReasonLabel } from '../../shared/disputes/dispute-labels.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { disputeCardQuery } from './api.ts'
import { stageText, stateTone } from './labels.ts'

/** Dispute card of a conversation: who has to act, and a link to the dispute. */
export const ChatCard = ({ id }: { id: string }) => (
  <LoadableCard query={useQuery(disputeCardQuery(id))} failed={<Trans>We couldn't load the dispute.</Trans>}>
    {(card) => <LoadedCard card={card} />}
  </LoadableCard>
)

function LoadedCard({ card }: { card: DisputeSummary }) {
  const { id, status, subject, reasonCode, amountInDispute } = card
  const { tone, label } = stateTone(status)
  return (
    <CardFrame label={t`Dispute: ${subject.title}`}>
      <div className="grid gap-1">
        <span className="flex items-center justify-between gap-3">
          <Chip tone={tone}>{label}</Chip>
          {amountInDispute && <span className="font-semibold tabular-nums">{moneyText(amountInDispute)}</span>}
        </span>
        <span dir="auto" className="truncate font-semibold">
          {subject.title}
        </span>
        <span className="truncate text-sm text-text-muted">
          {disputeReasonLabel(reasonCode)} · {stageText(card)}
        </span>
      </div>
      <Link
        to={paths.dispute(id)}
        aria-label={t`Open the dispute`}
        className={buttonClass({ variant: 'secondary', size: 'sm' })}
      >
        <Trans>Open</Trans>
      </Link>
    </CardFrame>
  )
}
