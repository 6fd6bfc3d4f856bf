import type { CustomerDetails } from '@fettle/protocol/workspace/customers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, FilePlus, Phone, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { agoText, formatter, ownTimeZone } from '../../lib/format/dates.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useTableRoom } from '../../lib/browser/media.ts'
import { useNow } from '../../lib/browser/now.ts'
import { useOpened } from '../../lib/browser/opened-records.ts'
import { paths } from '../../routing/paths.ts'
import { customerQuery } from '../../shared/customers/customers.ts'
import { MessageButton } from '../../shared/customers/message-button.tsx'
import { useBack } from '../../routing/use-back.ts'
import { Missing } from '../../shared/errors/missing.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { Card, Facts } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Tabs } from '../../ui/navigation/tabs.tsx'
import { History, HistoryRecords } from './history.tsx'
import { Notes } from './notes.tsx'

/** One customer: contact, figures, private notes and everything shared with them. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(customerQuery(id))
  const { data, error } = query
  const isWide = useTableRoom()
  useOpened(data && { kind: 'CUSTOMER', id, reference: null, title: data.name, customer: data })
  const back = useBack({ to: paths.customers, label: t`Customers` })
  if (error && !data) {
    return (
      <Missing
        query={query}
        title={{ gone: t`Customer not found`, failed: t`Customer` }}
        headings={{
          gone: <Trans>We couldn't find that customer.</Trans>,
          failed: <Trans>We couldn't load this customer.</Trans>,
        }}
        list={{ to: paths.customers, label: <Trans>All customers</Trans> }}
      />
    )
  }
  return (
    <Page title={data?.name ?? t`Customer`} heading={data && <Heading customer={data} />} back={back}>
      {!data && <SkeletonList rows={4} />}
      {data && (
        <>
          <Actions customer={data} />
          {isWide ? (
            <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-6">
              <History customer={data} />
              <div className="grid grid-cols-1 gap-6">
                <Figures customer={data} />
                <Notes key={id} customer={data} />
              </div>
            </div>
          ) : (
            <Parts key={id} customer={data} />
          )}
        </>
      )}
    </Page>
  )
}

type Part = 'history' | 'details'

/** The parts of the page as tabs, where they would make one long column. */
function Parts({ customer }: { customer: CustomerDetails }) {
  const [part, setPart] = useState<Part>('history')
  return (
    <Tabs<Part>
      label={t`About this customer`}
      current={part}
      onChange={setPart}
      tabs={[
        { name: 'history', label: t`History` },
        { name: 'details', label: t`Details and notes` },
      ]}
    >
      {part === 'history' ? (
        <HistoryRecords customer={customer} />
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <Figures customer={customer} />
          <Notes customer={customer} />
        </div>
      )}
    </Tabs>
  )
}

const Heading = ({ customer: { name, avatar } }: { customer: CustomerDetails }) => (
  <>
    <Avatar name={name} src={avatar} size="lg" className="me-3 align-middle" />
    <span dir="auto" className="align-middle wrap-anywhere">
      {name}
    </span>
  </>
)

function Actions({ customer: { id, phone } }: { customer: CustomerDetails }) {
  const secondary = buttonClass({ variant: 'secondary' })
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:grow max-sm:*:basis-36">
      <MessageButton customerId={id} />
      {phone && !phone.includes('•') && (
        <a href={`tel:${phone}`} className={secondary}>
          <Phone size={20} aria-hidden="true" />
          <Trans>Call</Trans>
        </a>
      )}
      <Link to={`${paths.bookings}?${new URLSearchParams({ new: id })}`} className={secondary}>
        <CalendarPlus size={20} aria-hidden="true" />
        <Trans>Book</Trans>
      </Link>
      <Link to={`${paths.offers}?${new URLSearchParams({ new: '', customer: id })}`} className={secondary}>
        <FilePlus size={20} aria-hidden="true" />
        <Trans>New offer</Trans>
      </Link>
      <Link to={`${paths.invoices}?${new URLSearchParams({ new: '', customer: id })}`} className={secondary}>
        <ReceiptText size={20} aria-hidden="true" />
        <Trans>New invoice</Trans>
      </Link>
    </div>
  )
}

function Figures({ customer }: { customer: CustomerDetails }) {
  const now = useNow()
  const { phone, city, completed, paid, since, lastContactAt } = customer
  const sinceText = formatter().date(since, {
    timeZone: ownTimeZone(),
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return (
    <Card className="p-4 md:p-5">
      <Facts
        className="grid-cols-[max-content_minmax(0,1fr)] items-start"
        items={[
          ...(phone ? [{ label: t`Phone`, value: <bdi className="whitespace-nowrap">{phone}</bdi> }] : []),
          { label: t`Area`, value: <span dir="auto">{city ?? '–'}</span> },
          { label: t`Jobs`, value: completed },
          { label: t`Paid`, value: paid.map(moneyText).join(' + ') || '–' },
          { label: t`Last contact`, value: agoText(lastContactAt, now) },
          { label: t`Customer since`, value: sinceText },
        ]}
      />
    </Card>
  )
}
