import type { InvoiceCard } from '@fettle/protocol/invoices/invoices'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { dayName, ownTimeZone } from '../../lib/format/dates.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { CardFrame } from '../../shared/cards/card-frame.tsx'
import { LoadableCard } from '../../shared/cards/loadable-card.tsx'
import { MoneyChip } from '../../shared/cards/money-chip.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { invoiceCardQuery, stepInvoice } from './api.ts'
import { numberText, stateOf } from './labels.ts'

/** Invoice card of a conversation: amount due and a button to send a reminder. */
export const ChatCard = ({ id }: { id: string }) => (
  <LoadableCard query={useQuery(invoiceCardQuery(id))} failed={<Trans>We couldn't load the invoice.</Trans>}>
    {(card) => <LoadedCard card={card} />}
  </LoadableCard>
)

function LoadedCard({ card }: { card: InvoiceCard }) {
  const now = useNow()
  const remind = useMutation(stepInvoice(useQueryClient()))
  const { customer, due, dueAt, title, total } = card
  const by = dueAt ? dayName(dueAt, ownTimeZone(), now) : ''
  const dueText = moneyText(due)
  return (
    <CardFrame label={numberText(card)}>
      <Link
        to={paths.invoice(card.id)}
        className="-m-2 grid gap-1 rounded-control p-2 transition-colors hover:bg-surface-hover active:bg-surface-hover"
      >
        <span className="flex items-center justify-between gap-3">
          <span className="text-sm text-text-muted tabular-nums">{card.number}</span>
          <span className="font-semibold tabular-nums">{moneyText(total)}</span>
        </span>
        <span dir="auto" className="truncate font-semibold">
          {title}
        </span>
        <span className="flex items-center justify-between gap-3 text-sm text-text-muted">
          <span className="truncate">
            {due.amount > 0 && by ? (
              <Trans>
                {dueText} due: {by}
              </Trans>
            ) : (
              customer.name
            )}
          </span>
          <MoneyChip state={stateOf(card)} />
        </span>
      </Link>
      <div className="flex gap-2">
        {card.allowedActions.includes('remind') && (
          <Button
            size="sm"
            variant="secondary"
            className="flex-1"
            busy={remind.isPending}
            onClick={() =>
              remind.mutate(
                { invoice: card, step: { action: 'remind' } },
                {
                  onSuccess: () => toast.success(t`Reminder sent to ${customer.name}`),
                  onError: (error) => toast.error(errorText(error, t`We couldn't send the reminder.`)),
                },
              )
            }
          >
            <Trans>Remind</Trans>
          </Button>
        )}
        <Link
          to={paths.invoice(card.id)}
          aria-label={t`Open the invoice`}
          className={buttonClass({ variant: 'secondary', size: 'sm', className: 'flex-1' })}
        >
          <Trans>Open</Trans>
        </Link>
      </div>
    </CardFrame>
  )
}
