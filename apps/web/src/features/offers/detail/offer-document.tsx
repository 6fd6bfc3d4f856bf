import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { OfferTotals } from '@fettle/protocol/offers/totals-view'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Check, Paperclip } from 'lucide-react'
import { durationText, longDay, slotText } from '../../../lib/format/dates.ts'
import { percentText } from '../../../lib/format/percent-text.ts'
import { moneyText } from '../../../lib/format/money.ts'
import type { DocumentFile } from '../../../shared/documents/use-file-uploads.ts'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { Fact } from '../../../ui/layout/card.tsx'
import { blocksOf, type Line } from '../editor/lines/draft-edits.ts'
import { unitText } from '../../../shared/price-book/unit-labels.ts'
import { PhotoGrid } from './photo-grid.tsx'
import { TotalsList } from './totals-list.tsx'
import { decimalText } from '../../../lib/format/decimal-text.ts'

export interface OfferDocumentViewProps {
  content: OfferDraft
  totals: OfferTotals
  currency: string
  /** The customer's time zone. */
  timeZone: string
  now: Date
  /** End of validity; undefined before sending. */
  validUntil?: string | undefined
  file: (id: string) => DocumentFile | undefined
  /** The customer has accepted, so quantities are final. */
  accepted?: boolean
  /** Lines the customer wants changed. */
  marked?: readonly string[] | undefined
}

/** Offer as its customer sees it, without costs. */
export function OfferDocumentView(props: OfferDocumentViewProps) {
  const { content, totals, currency, timeZone, now, validUntil, file, accepted = false, marked = [] } = props
  const lines = new Map(totals.lines.map((line) => [line.id, line]))
  const { intro, terms, exclusions, warrantyMonths, estimatedMinutes, proposedSlots, photos, attachments } = content
  return (
    <div className="grid grid-cols-1 gap-6">
      {intro && (
        <p dir="auto" className="whitespace-pre-line">
          {intro}
        </p>
      )}
      {blocksOf(content).map(({ section, lines: sectionLines }) =>
        sectionLines.length === 0 && !section ? null : (
          <section key={section?.id ?? ''} className="grid grid-cols-1 gap-1">
            {section && (
              <h2 className="flex items-baseline justify-between gap-4 font-semibold">
                <span>{section.title || <Trans>Section</Trans>}</span>
                <span className="text-sm text-text-muted tabular-nums">
                  {moneyText({ amount: totals.sections.find(({ id }) => id === section.id)?.amount ?? 0, currency })}
                </span>
              </h2>
            )}
            <ul className="grid grid-cols-1 divide-y divide-line">
              {sectionLines.map((line) => (
                <DocumentLine
                  key={line.id}
                  line={line}
                  amount={lines.get(line.id)?.amount ?? 0}
                  taken={lines.get(line.id)?.selected ?? true}
                  quantity={lines.get(line.id)?.quantity ?? line.quantity}
                  currency={currency}
                  group={content.optionGroups.find(({ id }) => id === line.optionGroupId)?.name}
                  accepted={accepted}
                  marked={marked.includes(line.id)}
                  image={line.imageFileId ? file(line.imageFileId) : undefined}
                />
              ))}
            </ul>
          </section>
        ),
      )}
      <div className="rounded-card bg-surface-sunken p-4">
        <TotalsList content={content} totals={totals} currency={currency} />
      </div>
      {proposedSlots.length > 0 && (
        <DocumentText title={<Trans>Suggested times</Trans>}>
          <ul className="grid gap-0.5 tabular-nums">
            {proposedSlots.map((slot) => (
              <li key={slot.startAt}>{slotText({ ...slot, timeZone }, now)}</li>
            ))}
          </ul>
        </DocumentText>
      )}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {validUntil && (
          <Fact
            label={Date.parse(validUntil) < now.getTime() ? <Trans>Was valid until</Trans> : <Trans>Valid until</Trans>}
          >
            {longDay(validUntil, timeZone)}
          </Fact>
        )}
        {estimatedMinutes && <Fact label={<Trans>Estimated time</Trans>}>{durationText(estimatedMinutes)}</Fact>}
        {warrantyMonths > 0 && (
          <Fact label={<Trans>Warranty</Trans>}>
            <Plural value={warrantyMonths} one="# month" other="# months" />
          </Fact>
        )}
        {content.materialsBy !== 'PROVIDER' && (
          <Fact label={<Trans>Materials</Trans>}>
            {content.materialsBy === 'CUSTOMER' ? (
              <Trans>Supplied by the customer</Trans>
            ) : (
              <Trans>Supplied by both</Trans>
            )}
          </Fact>
        )}
      </dl>
      {exclusions && (
        <DocumentText title={<Trans>Not included</Trans>}>
          <p dir="auto" className="whitespace-pre-line">
            {exclusions}
          </p>
        </DocumentText>
      )}
      {terms && (
        <DocumentText title={<Trans>Terms</Trans>}>
          <p dir="auto" className="whitespace-pre-line">
            {terms}
          </p>
        </DocumentText>
      )}
      <PhotoGrid ids={photos} file={file} altOf={(number) => t`Photo ${number}`} />
      {attachments.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {attachments.map((id) => (
            <li key={id} className="flex items-center gap-2">
              <Paperclip size={14} aria-hidden="true" />
              <a href={file(id)?.url} target="_blank" rel="noreferrer" className="underline">
                {file(id)?.name ?? <Trans>File</Trans>}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface DocumentLineProps {
  line: Line
  amount: number
  /** Whether the line is fixed or chosen. */
  taken: boolean
  quantity: string
  currency: string
  group: string | undefined
  accepted: boolean
  marked: boolean
  image: DocumentFile | undefined
}

function DocumentLine({ line, amount, taken, quantity, currency, group, accepted, marked, image }: DocumentLineProps) {
  const { name, description, unit, unitPrice, discountBps, optional, customerQuantity: range } = line
  const price = moneyText({ amount: unitPrice, currency })
  const count = `${decimalText(quantity)} ${unitText(unit, quantity)}`
  const [least, most] = range ? [decimalText(range.min), decimalText(range.max)] : []
  const off = percentText(discountBps / 100)
  return (
    <li className="flex gap-3 py-2.5">
      {image && (
        <img src={image.url} alt="" className="size-14 shrink-0 rounded-control border border-line object-cover" />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
          <span className="wrap-anywhere">{name || <Trans>New line</Trans>}</span>
          {group !== undefined && <Chip>{group}</Chip>}
          {optional && (
            <Chip>
              <Trans>Optional</Trans>
            </Chip>
          )}
          {(group !== undefined || optional) && taken && (
            <span className="inline-flex items-center gap-1 text-xs font-semibold text-success">
              <Check size={14} aria-hidden="true" />
              <Trans>chosen</Trans>
            </span>
          )}
          {marked && (
            <Chip tone="accent">
              <Trans>Change requested</Trans>
            </Chip>
          )}
        </p>
        <p className="text-sm text-text-muted tabular-nums">
          {count} × {price}
          {discountBps > 0 && ` − ${off}`}
          {range && (
            <>
              {' · '}
              {accepted ? (
                <Trans>
                  chosen by the customer, {least} to {most}
                </Trans>
              ) : (
                <Trans>
                  customer chooses {least} to {most}
                </Trans>
              )}
            </>
          )}
        </p>
        {description && (
          <p dir="auto" className="text-sm whitespace-pre-line text-text-muted">
            {description}
          </p>
        )}
      </div>
      <p className={clsx('shrink-0 font-medium tabular-nums', !taken && 'text-text-muted line-through')}>
        {moneyText({ amount, currency })}
      </p>
    </li>
  )
}

const DocumentText = ({ title, children }: { title: React.ReactNode; children: React.ReactNode }) => (
  <section className="grid gap-1 text-sm">
    <h2 dir="auto" className="text-sm font-semibold text-text-muted">
      {title}
    </h2>
    {children}
  </section>
)
