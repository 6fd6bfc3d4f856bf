import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { useSearchText } from '../../shared/lists/use-search-text.ts'
import { SupportFrame } from '../../shared/support/support-frame.tsx'
import { LoadError } from '../../shared/errors/load-error.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { allFaqsQuery } from './api.ts'
import { ArticleList } from './help/article-list.tsx'
import { ContactCard } from './help/contact-card.tsx'
import { useFoundArticles } from './help/use-found-articles.ts'
import { byTopic } from './model.ts'
import { topicLabel } from './labels.ts'

/** Help: articles by search or topic, and contact with support. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const { typed, setTyped } = useSearchText(search, setSearch)
  const isConnected = useConnection()
  const articles = useQuery(allFaqsQuery)
  const { data: all, error } = articles
  const found = useFoundArticles(typed)
  const isSearching = typed.trim().length >= 2
  return (
    <SupportFrame current="help">
      <SearchField label={t`Search help`} placeholder={t`How can we help?`} value={typed} onChange={setTyped} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {/* On a phone the results come first, before the long list of topics. */}
        {!isSearching && (
          <div className="lg:col-start-2 lg:row-start-1">
            <ContactCard />
          </div>
        )}
        <div className="grid content-start gap-7 lg:col-start-1 lg:row-start-1">
          {!isConnected && all && (
            <p className="text-sm text-text-muted">
              <Trans>You're offline. The articles are saved on this device.</Trans>
            </p>
          )}
          {isSearching ? (
            <Found typed={typed} found={found} />
          ) : all ? (
            byTopic(all).map(({ category, faqs }) => (
              <Section key={category} title={topicLabel(category)}>
                <ArticleList faqs={faqs} label={topicLabel(category)} />
              </Section>
            ))
          ) : error ? (
            <LoadError title={t`We couldn't load the articles.`} query={articles} />
          ) : (
            <SkeletonList rows={6} />
          )}
        </div>
        {isSearching && <ContactCard />}
      </div>
    </SupportFrame>
  )
}

function Found({ typed, found }: { typed: string; found: ReturnType<typeof useFoundArticles> }) {
  const count = found?.length ?? 0
  if (!found) return <SkeletonList rows={3} />
  if (count === 0) {
    return (
      <EmptyState
        icon={<SearchX size={26} />}
        title={<Trans>No results for “{typed}”</Trans>}
        action={
          <Link to={paths.newTicket} className={buttonClass({ variant: 'secondary' })}>
            <Trans>Contact support</Trans>
          </Link>
        }
      >
        <Trans>Try another word, or ask our team.</Trans>
      </EmptyState>
    )
  }
  return (
    <Section title={<Trans>Results</Trans>}>
      <p role="status" className="sr-only">
        <Plural value={count} one="# article found" other="# articles found" />
      </p>
      <ArticleList faqs={found} label={t`Search results`} excerpts />
    </Section>
  )
}
