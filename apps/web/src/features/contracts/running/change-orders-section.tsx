import type { Amendment } from '@fettle/protocol/contracts/parts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus, TriangleAlert } from 'lucide-react'
import { moneyText, signedMoneyText } from '../../../lib/format/money.ts'
import { LoadErrorNote } from '../../../shared/errors/load-error-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, Section } from '../../../ui/layout/card.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { Chip, StatusChip } from '../../../ui/feedback/status-chip.tsx'
import { consolidatedQuery } from '../api.ts'
import type { ContractSheetProps } from '../sheets/sheets.types.ts'

/**
 * The original contract, each change order after it, and the current total. Change orders that are not agreed are
 * marked.
 */
export function ChangeOrdersSection({ contract, onOpen }: Pick<ContractSheetProps, 'contract' | 'now' | 'onOpen'>) {
  const consolidated = useQuery(consolidatedQuery(contract.id))
  const { data } = consolidated
  const { amendments, allowedActions, total } = contract
  // Without change orders the current total is the original one.
  const original = data?.base.total ?? (amendments.length === 0 ? total : undefined)
  const running = new Map(data?.changes.map(({ amendmentId, runningTotal }) => [amendmentId, runningTotal]))
  /** The total after a change order; undefined where it is the current one, which stands below all. */
  const earlierTotal = (id: string) => {
    const after = running.get(id)
    return after?.amount === total.amount ? undefined : after
  }
  return (
    <Section
      title={<Trans>Change orders</Trans>}
      actions={
        allowedActions.includes('amend') && (
          <Button
            size="sm"
            variant="secondary"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => onOpen('amend')}
          >
            <Trans>New change order</Trans>
          </Button>
        )
      }
    >
      <Card className="grid divide-y divide-line">
        <p className="flex justify-between gap-4 px-4 py-3 md:px-5">
          <Trans>Original contract</Trans>
          {original && <span className="font-semibold tabular-nums">{moneyText(original)}</span>}
        </p>
        {consolidated.isError && !data && (
          <div className="px-4 py-3 md:px-5">
            <LoadErrorNote query={consolidated}>
              <Trans>We couldn't load the totals before and after each change.</Trans>
            </LoadErrorNote>
          </div>
        )}
        {amendments.length > 0 && (
          <ul className="grid divide-y divide-line" aria-label={t`Change orders`}>
            {amendments.map((amendment) => (
              <li key={amendment.id}>
                <Row amendment={amendment} running={earlierTotal(amendment.id)} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        )}
        <p className="flex justify-between gap-4 bg-surface-sunken px-4 py-3 font-semibold md:px-5">
          <Trans>Total</Trans>
          <span className="tabular-nums">{moneyText(total)}</span>
        </p>
      </Card>
    </Section>
  )
}

function Row({
  amendment,
  running,
  onOpen,
}: {
  amendment: Amendment
  running: Parameters<typeof moneyText>[0] | null | undefined
  onOpen: ContractSheetProps['onOpen']
}) {
  const { id, number, title, status, total, expiresAt } = amendment
  const isOpen = status === 'DRAFT' || status === 'PENDING'
  return (
    <button
      type="button"
      onClick={() => onOpen('change', id)}
      className="grid w-full grid-cols-1 gap-1.5 px-4 py-3 text-start hover:bg-surface-hover md:px-5"
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 flex-1 basis-36 font-medium wrap-anywhere">
          {number}: {title}
        </span>
        <span className="shrink-0 font-semibold tabular-nums">{signedMoneyText(total)}</span>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <StatusChip state={status} />
        {isOpen && (
          <Chip
            tone="danger"
            icon={<TriangleAlert size={14} aria-hidden="true" className="shrink-0" />}
            className="whitespace-normal!"
          >
            <Trans>Not approved yet. Don't start.</Trans>
          </Chip>
        )}
        {status === 'PENDING' && expiresAt && <Countdown until={expiresAt} over={t`Time is up`} />}
        {running && (
          <span className="ms-auto text-text-muted tabular-nums">
            <Trans>new total {moneyText(running)}</Trans>
          </span>
        )}
      </span>
    </button>
  )
}
