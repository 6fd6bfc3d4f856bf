import type { Faq } from '@fettle/protocol/support/support'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { ownLocale } from '../../../lib/i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { excerptOf, languageAttributes } from '../model.ts'

/** List of articles, each row a link. */
export function ArticleList({
  faqs,
  label,
  excerpts = false,
}: {
  faqs: readonly Faq[]
  label: string
  excerpts?: boolean
}) {
  return (
    <Card>
      <ul aria-label={label}>
        {faqs.map(({ slug, title, bodyMarkdown, locale }) => (
          <li key={slug} className="border-b border-line last:border-b-0">
            <Link
              to={paths.article(slug)}
              className="flex min-h-12 items-center gap-3 px-4 py-2.5 transition-colors hover:bg-surface-hover active:bg-surface-hover"
            >
              <span {...languageAttributes({ locale }, ownLocale())} className="grid min-w-0 flex-1 gap-0.5">
                <span className="font-medium text-pretty">{title}</span>
                {excerpts && <span className="truncate text-sm text-text-muted">{excerptOf(bodyMarkdown)}</span>}
              </span>
              <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-text-muted rtl:rotate-180" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
