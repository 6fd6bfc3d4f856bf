import type { Invoice } from '@fettle/protocol/invoices/invoices'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing, FileDown, HandCoins, Send, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { longDay, momentText, ownTimeZone } from '../../lib/format/dates.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useOpened } from '../../lib/browser/opened-records.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { MoneyChip } from '../../shared/cards/money-chip.tsx'
import { Missing } from '../../shared/errors/missing.tsx'
import { useBack } from '../../routing/use-back.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Facts } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { Back } from '../../ui/navigation/back-link.tsx'
import { invoiceQuery, savePdf, stepInvoice, type InvoiceStep } from './api.ts'
import { CustomerInvoice } from './customer-invoice.tsx'
import { Payments } from './invoice-sections.tsx'
import { aboutPath, numberText, stateOf, subjectLabel } from './labels.ts'
import { InvoiceHistory } from './invoice-history.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { VoidDialog, IssueDialog } from './step-dialogs.tsx'

type InvoiceSheet = 'payment' | 'void' | 'issue'

/** Page of one invoice: lines, payments and actions. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(invoiceQuery(id))
  const { data: invoice } = query
  const back = useBack({ to: paths.invoices, label: t`Invoices` })
  // A new key: a dialog of one invoice must not act on the next.
  if (invoice) return <Loaded key={id} invoice={invoice} back={back} />
  if (query.isPending) {
    return (
      <Page title={t`Invoice`} back={back}>
        <SkeletonList rows={4} />
      </Page>
    )
  }
  return (
    <Missing
      query={query}
      title={{ gone: t`Invoice not found`, failed: t`Invoice` }}
      headings={{
        gone: <Trans>We couldn't find that invoice.</Trans>,
        failed: <Trans>We couldn't load the invoice.</Trans>,
      }}
      list={{ to: paths.invoices, label: <Trans>All invoices</Trans> }}
    />
  )
}

function Loaded({ invoice, back }: { invoice: Invoice; back: Back }) {
  const now = useNow()
  const isConnected = useConnection()
  const [sheet, setSheet] = useState<InvoiceSheet>()
  const [saving, setSaving] = useState(false)
  const step = useMutation(stepInvoice(useQueryClient()))
  const open = (next: InvoiceSheet) => {
    // An error of another action.
    step.reset()
    setSheet(next)
  }
  const name = numberText(invoice)
  useOpened({ ...invoice, kind: 'INVOICE', reference: name })
  const { customer, reminders } = invoice
  const may = (action: Invoice['allowedActions'][number]) => invoice.allowedActions.includes(action)
  const pdfButton = useRef<HTMLButtonElement>(null)
  const canRemind = may('remind')
  useEffect(() => {
    // Sending a reminder removes its button.
    if (!canRemind && step.isSuccess && document.activeElement === document.body)
      pdfButton.current?.focus({ preventScroll: true })
  }, [canRemind, step.isSuccess])
  const run = (next: InvoiceStep, success: string) =>
    step.mutate(
      { invoice, step: next },
      {
        onSuccess: () => {
          setSheet(undefined)
          toast.success(success)
          // The state is at the top, the button at the end.
          if (next.action === 'void') document.getElementById('main')?.scrollTo({ top: 0 })
        },
        onError: (error) => {
          if (next.action === 'remind') toast.error(errorText(error, t`We couldn't send the reminder.`))
        },
      },
    )
  const pdf = () => {
    setSaving(true)
    void savePdf(invoice).finally(() => setSaving(false))
  }
  const nextReminder = reminders.nextAt && momentText(reminders.nextAt, ownTimeZone(), now)
  return (
    <Page
      title={name}
      back={back}
      heading={
        <span dir="auto" className="tabular-nums">
          {name}
        </span>
      }
      description={invoice.title}
      // The heading of a draft says so already.
      actions={invoice.status !== 'DRAFT' && <MoneyChip state={stateOf(invoice)} />}
    >
      {!isConnected && (
        <Banner tone="warning" title={t`You need a connection to manage invoices and payments.`}>
          <Trans>You can read this invoice. To change it, go back online.</Trans>
        </Banner>
      )}
      <StateNotes invoice={invoice} />
      <Card className="grid gap-4 p-5">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <AmountDue invoice={invoice} />
          <div className="flex flex-wrap gap-2">
            {may('issue') && (
              <Button
                icon={<Send size={20} aria-hidden="true" />}
                disabled={!isConnected}
                onClick={() => open('issue')}
              >
                <Trans>Issue</Trans>
              </Button>
            )}
            {may('record-payment') && (
              <Button
                icon={<HandCoins size={20} aria-hidden="true" />}
                disabled={!isConnected}
                onClick={() => open('payment')}
              >
                <Trans>Record a payment</Trans>
              </Button>
            )}
            {canRemind && (
              <Button
                variant="secondary"
                icon={<BellRing size={20} aria-hidden="true" />}
                busy={step.isPending && step.variables.step.action === 'remind'}
                disabled={!isConnected}
                onClick={() => run({ action: 'remind' }, t`Reminder sent to ${customer.name}`)}
              >
                <Trans>Remind</Trans>
              </Button>
            )}
            <Button
              ref={pdfButton}
              variant="secondary"
              busy={saving}
              icon={<FileDown size={20} aria-hidden="true" />}
              onClick={pdf}
            >
              PDF
            </Button>
          </div>
        </div>
        {nextReminder && invoice.due.amount > 0 && reminders.sent < reminders.limit && (
          <p className="text-sm text-text-muted">
            <Trans>
              You can remind {customer.name} again: {nextReminder}
            </Trans>
          </p>
        )}
        <InvoiceFacts invoice={invoice} />
      </Card>
      <CustomerInvoice invoice={invoice} name={name} />
      <Payments invoice={invoice} now={now} />
      {invoice.status !== 'DRAFT' && <InvoiceHistory id={invoice.id} now={now} />}
      {may('void') && (
        <Button
          variant="quiet"
          className="justify-self-start text-danger!"
          icon={<Undo2 size={20} aria-hidden="true" />}
          disabled={!isConnected}
          onClick={() => open('void')}
        >
          {invoice.number ? <Trans>Void this invoice</Trans> : <Trans>Discard this draft</Trans>}
        </Button>
      )}
      {sheet === 'payment' && <PaymentDialog invoice={invoice} onClose={() => setSheet(undefined)} />}
      {sheet === 'void' && (
        <VoidDialog
          invoice={invoice}
          busy={step.isPending}
          error={step.error}
          onVoid={(reason) => run({ action: 'void', reason }, t`The invoice is void`)}
          onClose={() => setSheet(undefined)}
        />
      )}
      {sheet === 'issue' && (
        <IssueDialog
          invoice={invoice}
          busy={step.isPending}
          error={step.error}
          onIssue={(terms) => run({ action: 'issue', ...terms }, t`Invoice sent to ${customer.name}`)}
          onClose={() => setSheet(undefined)}
        />
      )}
    </Page>
  )
}

const dayText = (at: string) => longDay(at, ownTimeZone())

/** Why an invoice is void or on hold. */
function StateNotes({ invoice: { creditNote, onHold, status, subject } }: { invoice: Invoice }) {
  return (
    <>
      {creditNote && (
        <Banner tone="info" title={t`Void: credit note ${creditNote.number}`}>
          <bdi>{creditNote.reason}</bdi>
        </Banner>
      )}
      {onHold && status !== 'VOID' && (
        <Banner
          tone="warning"
          title={subject.type === 'CANCELLATION_FEE' ? t`The customer disputes this fee.` : t`This is in dispute.`}
        >
          <Trans>Reminders are paused until this is resolved.</Trans>
        </Banner>
      )}
    </>
  )
}

function AmountDue({ invoice: { status, due, total, dueAt, overdue } }: { invoice: Invoice }) {
  const isDue = status !== 'DRAFT' && due.amount > 0
  return (
    <div className="grid gap-0.5">
      <p className="text-sm font-semibold text-text-muted">
        {isDue ? <Trans>Balance due</Trans> : <Trans>Total</Trans>}
      </p>
      <p className="text-2xl font-semibold tabular-nums">{moneyText(isDue ? due : total)}</p>
      {dueAt && isDue && (
        <p className={overdue ? 'text-sm font-semibold text-danger' : 'text-sm text-text-muted'}>
          <Trans>By {dayText(dueAt)}</Trans>
        </p>
      )}
    </div>
  )
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { customer, subject, status, issuedAt, dueAt, paidAt } = invoice
  const about = aboutPath(invoice)
  return (
    <Facts
      items={[
        { label: <Trans>Customer</Trans>, value: customer.name },
        {
          label: subjectLabel(subject.type),
          value: about ? (
            <Link dir="auto" to={about} className="font-semibold text-accent-text underline">
              {subject.label}
            </Link>
          ) : (
            subject.label
          ),
        },
        { label: <Trans>Issued</Trans>, value: issuedAt ? dayText(issuedAt) : t`Not yet` },
        ...(dueAt && status !== 'VOID' ? [{ label: <Trans>Pay by</Trans>, value: dayText(dueAt) }] : []),
        ...(paidAt ? [{ label: <Trans>Paid on</Trans>, value: dayText(paidAt) }] : []),
      ]}
    />
  )
}
