import { addressText } from '@fettle/protocol/bookings/address'
import type { ContractDocument } from '@fettle/protocol/contracts/versions'
import type { OfferFile } from '@fettle/protocol/offers'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { percentInput } from '../../../lib/format/amounts.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { dayText, policyLabel } from './content-labels.ts'

const receivedFiles: Record<ContractDocument['content']['materialsBy'], MessageDescriptor> = {
  PROVIDER: msg`The provider`,
  CUSTOMER: msg`The customer`,
  SHARED: msg`Both, as described`,
}

export interface ContractDocumentViewProps {
  document: ContractDocument
  files: readonly OfferFile[]
}

/** Contract as a document: parties, scope, dates, price and terms, clause by clause. */
export function ContractDocumentView({ document, files }: ContractDocumentViewProps) {
  const { content, currency, provider, customer, amendments, reference, number } = document
  const { paymentTerms, warranty } = content
  const days = (count: number) => plural(count, { one: '# day', other: '# days' })
  const late = percentInput(paymentTerms.lateFeeBps)
  const retention = percentInput(content.retentionBps)
  const clauses: { title: ReactNode; body: ReactNode }[] = []
  const clause = (title: ReactNode, body: ReactNode) => body && clauses.push({ title, body })
  clause(<Trans>The work</Trans>, content.scopeOfWork && <Prose text={content.scopeOfWork} />)
  clause(<Trans>Not included</Trans>, content.exclusions && <Prose text={content.exclusions} />)
  clause(
    <Trans>Place and time</Trans>,
    <Terms
      items={[
        [<Trans key="where">Where</Trans>, content.siteAddress && addressText(content.siteAddress)],
        [<Trans key="begins">Begins</Trans>, content.startDate && dayText(content.startDate)],
        [<Trans key="ends">Ends</Trans>, content.endDate && dayText(content.endDate)],
      ]}
    />,
  )
  clause(<Trans>Price and milestones</Trans>, <Milestones content={content} currency={currency} />)
  clause(
    <Trans>Payment</Trans>,
    <>
      <p>
        <Plural
          value={paymentTerms.dueDays}
          _0="Each invoice is due at once."
          one="Each invoice is due within # day."
          other="Each invoice is due within # days."
        />
      </p>
      {paymentTerms.lateFeeBps > 0 && (
        <p>
          <Trans>Late payments cost {late}% a month.</Trans>
        </p>
      )}
      {content.retentionBps > 0 && (
        <p>
          <Trans>{retention}% of each milestone is held back until everything is done.</Trans>
        </p>
      )}
    </>,
  )
  clause(<Trans>Materials</Trans>, <p>{i18n._(receivedFiles[content.materialsBy])}</p>)
  clause(
    <Trans>Warranty</Trans>,
    (warranty.months > 0 || warranty.text) && (
      <>
        {warranty.months > 0 && (
          <p>
            <Plural value={warranty.months} one="# month" other="# months" />
          </p>
        )}
        {warranty.text && <Prose text={warranty.text} />}
      </>
    ),
  )
  clause(
    <Trans>Insurance</Trans>,
    content.insuranceDocumentId && (
      <p>
        <Trans>The provider is insured; the certificate was checked.</Trans>
      </p>
    ),
  )
  clause(
    <Trans>Cancellation and withdrawal</Trans>,
    <Terms
      items={[
        [<Trans key="policy">Cancellation policy</Trans>, policyLabel(content.cancellationPolicy)],
        [
          <Trans key="withdraw">Days to withdraw after signing</Trans>,
          content.coolingOffDays > 0 ? days(content.coolingOffDays) : t`None`,
        ],
      ]}
    />,
  )
  clause(<Trans>Terms</Trans>, content.terms.text && <Prose text={content.terms.text} />)
  clause(
    <Trans>Attachments</Trans>,
    content.attachments.length > 0 && (
      <ul className="grid gap-1">
        {content.attachments.map((id) => (
          <Attachment key={id} file={files.find((file) => file.id === id)} />
        ))}
      </ul>
    ),
  )
  clause(
    <Trans>Included change orders</Trans>,
    amendments.length > 0 && (
      <ul className="grid gap-1">
        {amendments.map((amendment) => (
          <li key={amendment.number} className="flex justify-between gap-4 tabular-nums">
            <span>
              {amendment.number}: {amendment.title}
            </span>
            <span>{moneyText({ amount: amendment.total, currency })}</span>
          </li>
        ))}
      </ul>
    ),
  )
  return (
    <article aria-label={t`Contract`} className="grid gap-7 text-pretty">
      <header className="grid gap-3 border-b border-line pb-5">
        <p className="text-sm text-text-muted tabular-nums">
          <Trans>
            Contract {reference}, version {number}
          </Trans>
        </p>
        <h2 className="text-xl font-semibold tracking-tight wrap-anywhere">
          {content.title || <Trans>Contract</Trans>}
        </h2>
        <p>
          <Trans>
            between <strong dir="auto">{provider.name}</strong> (provider) and{' '}
            <strong dir="auto">{customer.name}</strong> (customer)
          </Trans>
        </p>
      </header>
      {clauses.map(({ title, body }, index) => (
        <section key={index} className="grid gap-2">
          <h3 className="font-semibold">
            <span className="me-1 text-text-muted tabular-nums">{index + 1}.</span> {title}
          </h3>
          <div className="grid gap-2 md:ps-6">{body}</div>
        </section>
      ))}
    </article>
  )
}

const Prose = ({ text }: { text: string }) => (
  <p dir="auto" className="leading-relaxed whitespace-pre-line wrap-anywhere">
    {text}
  </p>
)

function Terms({ items }: { items: readonly [ReactNode, string | null][] }) {
  return (
    <dl className="grid gap-y-1.5 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-x-3">
      {items.map(
        ([label, value], index) =>
          value && (
            <div key={index} className="flex flex-wrap gap-x-3 sm:contents">
              <dt className="text-text-muted">{label}:</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Milestones({ content, currency }: { content: ContractDocument['content']; currency: string }) {
  return (
    <>
      {content.sequential && (
        <p>
          <Trans>Milestones are done in order. Each starts when the one before it is approved.</Trans>
        </p>
      )}
      <ol className="grid divide-y divide-line">
        {content.milestones.map(({ id, title, description, amount, dueDate }, index) => (
          <li key={id ?? index} className="flex items-baseline justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="font-medium wrap-anywhere">
                {index + 1}. {title}
              </span>
              {dueDate && <span className="block text-sm text-text-muted">{dayText(dueDate)}</span>}
              {description && (
                <span dir="auto" className="block text-sm whitespace-pre-line wrap-anywhere">
                  {description}
                </span>
              )}
            </span>
            <span className="shrink-0 tabular-nums">{moneyText({ amount, currency })}</span>
          </li>
        ))}
      </ol>
      <p className="flex justify-between gap-4 border-t border-line-strong pt-2 font-semibold">
        <Trans>Total</Trans>
        <span className="tabular-nums">{moneyText({ amount: content.totalAmount, currency })}</span>
      </p>
    </>
  )
}

function Attachment({ file }: { file: OfferFile | undefined }) {
  return (
    <li className="flex items-center gap-2">
      <Paperclip size={16} aria-hidden="true" className="shrink-0 text-text-muted" />
      {file ? (
        <a
          dir="auto"
          href={file.url}
          target="_blank"
          rel="noreferrer"
          className="min-w-0 truncate font-medium underline"
        >
          {file.name}
        </a>
      ) : (
        <Trans>File</Trans>
      )}
    </li>
  )
}
