import type { OfferDetails } from '@fettle/protocol/offers'
import { Trans } from '@lingui/react/macro'
import { BellRing, CalendarPlus, Copy, ExternalLink, FileSignature, MessageSquare, Pencil } from 'lucide-react'
import { type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { customersPath } from '../../../routing/conversation-path.ts'
import { SentDocument } from '../../../shared/documents/document-frame.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { AcceptanceSection } from './acceptance-section.tsx'
import { nextStep, type OfferAct } from '../next-step.ts'
import { OfferHistory } from './offer-history.tsx'
import { RemindersSection } from './reminders-section.tsx'
import { RequestSection } from './request-section.tsx'
import { RevisionsSection } from './revisions-section.tsx'
import { actionLabel } from '../labels.ts'
import { longDay } from '../../../lib/format/dates.ts'
import { CustomerOffer } from './customer-offer.tsx'

export interface SentOfferProps {
  offer: OfferDetails
  now: Date
  head: ReactNode
  menu: ReactNode
  onAct: (action: OfferAct) => void
}

/** A sent offer as the customer sees it, with its outcome. */
export function SentOffer({ offer, now, head, menu, onAct }: SentOfferProps) {
  const { currentRevision, acceptance, request, changesRequested } = offer
  const files = new Map([...offer.files, ...(currentRevision?.files ?? [])].map((file) => [file.id, file]))
  const step = <Step offer={offer} onAct={onAct} />
  return (
    <SentDocument
      head={head}
      actions={
        <>
          {step}
          {menu}
        </>
      }
      isInHead={nextStep(offer) === 'message'}
      aside={
        <>
          {offer.allowedActions.includes('auto-remind') && <RemindersSection offer={offer} now={now} />}
          {request && <RequestSection offer={offer} request={request} now={now} />}
          {offer.revisions.length > 0 && <RevisionsSection offer={offer} now={now} />}
          <OfferHistory offer={offer} now={now} />
        </>
      }
    >
      {acceptance && <AcceptanceSection offer={offer} acceptance={acceptance} now={now} />}
      {currentRevision && (
        <Card className="p-4 md:p-6">
          <CustomerOffer
            offer={{ ...offer, currency: currentRevision.currency }}
            date={longDay(currentRevision.sentAt, offer.timeZone)}
            content={currentRevision.content}
            totals={acceptance?.totals ?? currentRevision.totals}
            now={now}
            validUntil={offer.validUntil ?? currentRevision.validUntil}
            file={(id) => files.get(id)}
            accepted={acceptance !== null}
            marked={changesRequested?.lineIds}
          />
        </Card>
      )}
    </SentDocument>
  )
}

/** Shown below the editor: earlier revisions and history. */
export function WritingFoot({ offer, now }: Pick<SentOfferProps, 'offer' | 'now'>) {
  return (
    <div className="grid gap-4">
      {offer.revisions.length > 0 && <RevisionsSection offer={offer} now={now} />}
      <OfferHistory offer={offer} now={now} />
    </div>
  )
}

/** Primary action of a sent offer. */
function Step({ offer, onAct }: { offer: OfferDetails; onAct: (action: OfferAct) => void }) {
  switch (nextStep(offer)) {
    case 'open': {
      const { convertedTo } = offer
      if (!convertedTo) return null
      return (
        <Link
          to={convertedTo.type === 'BOOKING' ? paths.booking(convertedTo.id) : paths.contract(convertedTo.id)}
          className={buttonClass()}
        >
          <ExternalLink size={18} aria-hidden="true" />
          {convertedTo.type === 'BOOKING' ? <Trans>Open the booking</Trans> : <Trans>Open the contract</Trans>}
        </Link>
      )
    }
    case 'revise':
    case 'write':
      return (
        <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => onAct('draft')}>
          {actionLabel('draft')}
        </Button>
      )
    case 'convert':
      return (
        <Button icon={<CalendarPlus size={18} aria-hidden="true" />} onClick={() => onAct('convert')}>
          <Trans>Book job</Trans>
        </Button>
      )
    case 'remind':
      return (
        <Button variant="secondary" icon={<BellRing size={18} aria-hidden="true" />} onClick={() => onAct('remind')}>
          {actionLabel('remind')}
        </Button>
      )
    case 'duplicate':
      return (
        <Button variant="secondary" icon={<Copy size={18} aria-hidden="true" />} onClick={() => onAct('duplicate')}>
          {actionLabel('duplicate')}
        </Button>
      )
    case 'contract':
      return (
        <Button icon={<FileSignature size={18} aria-hidden="true" />} onClick={() => onAct('contract')}>
          <Trans>Create contract</Trans>
        </Button>
      )
    case 'message':
      return (
        <Link to={customersPath(offer.customer.id)} className={buttonClass({ variant: 'secondary' })}>
          <MessageSquare size={18} aria-hidden="true" />
          <Trans>Message</Trans>
        </Link>
      )
  }
}
