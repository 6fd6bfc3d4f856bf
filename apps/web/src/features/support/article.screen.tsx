import type { Faq } from '@fettle/protocol/support/support'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { newTicketPath } from '../../routing/new-ticket-path.ts'
import { hasStatus } from '../../lib/http/api-error.ts'
import { longDay, ownTimeZone } from '../../lib/format/dates.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { ownLocale } from '../../lib/i18n/i18n.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { LoadError } from '../../shared/errors/load-error.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { allFaqsQuery, faqQuery, voteOn } from './api.ts'
import { MarkedText } from '../../shared/marked-text.tsx'
import { ArticleList } from './help/article-list.tsx'
import { languageAttributes } from './model.ts'
import { topicLabel } from './labels.ts'

/** Help article with rating and related articles. */
export function Component() {
  const { slug = '' } = useParams()
  const client = useQueryClient()
  const article = useQuery(faqQuery(client, slug))
  const { data: faq, error } = article
  const { data: all } = useQuery(allFaqsQuery)
  const back = { to: paths.support, label: t`Help` }
  // Show the stored article when refetching has failed.
  const shown = faq ?? all?.find((each) => each.slug === slug)
  if (!shown) {
    return (
      <Page title={t`Help`} back={back} width="narrow">
        {hasStatus(error, 404) ? (
          <EmptyState
            title={<Trans>This article no longer exists</Trans>}
            action={
              <Link to={paths.support} className={buttonClass({ variant: 'secondary' })}>
                <Trans>Back to help</Trans>
              </Link>
            }
          />
        ) : error ? (
          <LoadError title={t`We couldn't load the article.`} query={article} />
        ) : (
          <div aria-hidden="true" className="grid gap-3">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        )}
      </Page>
    )
  }
  const others = all?.filter((each) => each.category === shown.category && each.slug !== slug) ?? []
  const language = languageAttributes(shown, ownLocale())
  const day = longDay(shown.updatedAt, ownTimeZone())
  return (
    <Page
      title={shown.title}
      heading={<span {...language}>{shown.title}</span>}
      back={back}
      width="narrow"
      description={topicLabel(shown.category)}
    >
      <article className="grid gap-6">
        <div {...language}>
          <MarkedText isArticle text={shown.bodyMarkdown} />
        </div>
        <p className="text-sm text-text-muted">
          <Trans>Last updated on {day}.</Trans>
        </p>
      </article>
      <Helpful faq={shown} />
      {others.length > 0 && (
        <Section title={<Trans>More about this</Trans>}>
          <ArticleList faqs={others} label={t`More about this`} />
        </Section>
      )}
    </Page>
  )
}

function Helpful({ faq: { slug, myVote, category } }: { faq: Faq }) {
  const isConnected = useConnection()
  const vote = useMutation(voteOn(useQueryClient()))
  const sendVote = (helpful: boolean) =>
    vote.mutate(
      { slug, helpful },
      { onError: (error) => toast.error(errorText(error, t`We couldn't send your answer.`), { id: 'vote' }) },
    )
  return (
    <section aria-labelledby="helpful" className="grid gap-3 border-t border-line pt-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 id="helpful" className="font-semibold">
          <Trans>Did this help?</Trans>
        </h2>
        <div className="flex gap-2">
          {([true, false] as const).map((helpful) => (
            <Button
              key={String(helpful)}
              variant="secondary"
              size="sm"
              aria-pressed={myVote === helpful}
              disabled={!isConnected}
              busy={vote.isPending && vote.variables.helpful === helpful}
              icon={helpful ? <ThumbsUp size={16} /> : <ThumbsDown size={16} />}
              onClick={() => sendVote(helpful)}
              className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
            >
              {helpful ? <Trans>Yes</Trans> : <Trans>No</Trans>}
            </Button>
          ))}
        </div>
      </div>
      {/* For screen readers. */}
      <p role="status" className="text-sm text-text-muted">
        {myVote === true && <Trans>Thank you.</Trans>}
        {myVote === false && (
          <Trans>
            Thanks for telling us.{' '}
            <Link
              to={newTicketPath({ category: ticketCategoryOf[category] })}
              className="font-medium text-accent-text underline underline-offset-2"
            >
              Contact support
            </Link>
          </Trans>
        )}
      </p>
    </section>
  )
}

/** Ticket category for the topic of an article. */
const ticketCategoryOf: Record<Faq['category'], string> = {
  GETTING_STARTED: 'ACCOUNT',
  VERIFICATION: 'VERIFICATION',
  BOOKINGS: 'BOOKING',
  OFFERS: 'OFFER',
  CONTRACTS: 'CONTRACT',
  PAYOUTS: 'PAYMENT_PAYOUT',
  CANCELLATIONS: 'BOOKING',
  DISPUTES: 'PAYMENT_PAYOUT',
  CHAT: 'TECHNICAL',
  SECURITY: 'ACCOUNT',
}
