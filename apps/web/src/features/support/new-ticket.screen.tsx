import type { TicketCategory } from '@fettle/protocol/support/tickets'
import { ticketCategories, priorityOf } from '@fettle/protocol/support/ticket-flow'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Phone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { supportStatusQuery } from './api.ts'
import { TicketForm } from './tickets/ticket-form.tsx'
import { categoryHint, categoryLabel, categoryOrder, promiseText } from './labels.ts'

/** Emergency number used until the server's own is known. */
const EMERGENCY = '112'

/** New support ticket: select a topic, then write. Safety topics show the emergency number first. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const requestedCategory = search.get('category')
  const category = ticketCategories.find((each) => each === requestedCategory)
  const [isSafe, setSafe] = useState(false)
  const { data: status } = useQuery(supportStatusQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const chosen = useRef(category)
  // Focus the next question for screen readers.
  useEffect(() => {
    if (category && category !== chosen.current) heading.current?.focus()
    chosen.current = category
  }, [category])
  const choose = (next?: TicketCategory) => {
    setSafe(false)
    const otherParams = Object.fromEntries([...search].filter(([name]) => name !== 'category'))
    setSearch(next ? { ...otherParams, category: next } : otherParams)
  }
  const followsUp = search.get('followsUp')
  return (
    <Page title={t`Write to support`} back={{ to: paths.tickets, label: t`My tickets` }} width="narrow">
      {followsUp && (
        <p className="text-text-muted">
          <Trans>Your new ticket is linked to the closed one, so you don't have to repeat anything.</Trans>
        </p>
      )}
      {!category && (
        <section aria-labelledby="about" className="grid gap-3">
          <h2 id="about" className="text-lg font-semibold">
            <Trans>What is it about?</Trans>
          </h2>
          <Card>
            <ul>
              {categoryOrder.map((each) => (
                <li key={each} className="border-b border-line last:border-b-0">
                  <button
                    type="button"
                    onClick={() => choose(each)}
                    className="flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-start transition-colors hover:bg-surface-hover active:bg-surface-hover"
                  >
                    <span className="grid flex-1">
                      <span className="font-medium">{categoryLabel(each)}</span>
                      <span className="text-sm text-text-muted">{categoryHint(each)}</span>
                    </span>
                    <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-text-muted rtl:rotate-180" />
                  </button>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
      {category && (
        <div className="grid gap-5">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
              {categoryLabel(category)}
            </h2>
            <Button variant="quiet" size="sm" onClick={() => choose()}>
              <Trans>Choose another topic</Trans>
            </Button>
          </div>
          {category === 'SAFETY' && <Emergency number={status?.emergencyNumber ?? EMERGENCY} />}
          {category === 'SAFETY' && !isSafe ? (
            <Button variant="secondary" onClick={() => setSafe(true)}>
              <Trans>No one is in danger now: write to support</Trans>
            </Button>
          ) : (
            <>
              {status && <p className="text-text-muted">{promiseText(status.promises[priorityOf[category]])}</p>}
              <TicketForm category={category} about={search.get('about')} followsUp={followsUp} />
            </>
          )}
        </div>
      )}
    </Page>
  )
}

function Emergency({ number }: { number: string }) {
  return (
    <Banner tone="danger" title={<Trans>Is someone in danger? Call {number} first.</Trans>}>
      <p className="mb-3">
        <Trans>Get to a safe place. We can't send help, and a reply here takes time.</Trans>
      </p>
      <a href={`tel:${number.replace(/\s/g, '')}`} className={buttonClass({ variant: 'danger' })}>
        <Phone size={18} aria-hidden="true" />
        <Trans>Call {number}</Trans>
      </a>
    </Banner>
  )
}
