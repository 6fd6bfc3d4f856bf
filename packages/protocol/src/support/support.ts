import * as z from 'zod/mini'
import { operation } from '../core/operation.ts'
import { Instant, pageQuery } from '../core/values.ts'
import { ticketPriorities } from './tickets.ts'
import { issueText } from '../core/issue-text.ts'
import { faqCategories } from './constants.ts'

export const FaqCategory = z.enum(faqCategories, issueText('TOPIC_REQUIRED'))
export type FaqCategory = z.infer<typeof FaqCategory>

export const FaqSlug = z.string().check(z.maxLength(80), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, issueText('SLUG_INVALID')))
export const Locale = z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/, issueText('LANGUAGE_CODE_INVALID')))

export const Faq = z.object({
  slug: z.string(),
  locale: z.string(),
  title: z.string(),
  category: FaqCategory,
  bodyMarkdown: z.string(),
  updatedAt: Instant,
  helpfulYes: z.int(),
  helpfulNo: z.int(),
  /** The caller's vote. Null: none. */
  myVote: z.nullable(z.boolean()),
})
export type Faq = z.infer<typeof Faq>

const provider = { audience: 'provider' } as const
const locale = z._default(Locale, 'en')

export const listFaqs = operation({
  ...provider,
  name: 'faqs.list',
  method: 'GET',
  path: '/v2/support/faqs',
  summary:
    'List articles by topic, or with q by relevance. Articles missing in the requested language come in English.',
  query: z.object({
    ...pageQuery,
    category: z.optional(FaqCategory),
    q: z.optional(z.string().check(z.minLength(2, issueText('SEARCH_TOO_SHORT')), z.maxLength(200))),
    locale,
  }),
  returns: z.array(Faq),
})

export const getFaq = operation({
  ...provider,
  name: 'faqs.get',
  method: 'GET',
  path: '/v2/support/faqs/:slug',
  summary: 'Get an article.',
  params: z.object({ slug: FaqSlug }),
  query: z.object({ locale }),
  returns: Faq,
  errors: ['NOT_FOUND'],
})

export const voteForFaq = operation({
  ...provider,
  name: 'faqs.vote',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/support/faqs/:slug/vote',
  summary: 'Rate whether an article helped. One rating per provider; a later one replaces it.',
  params: z.object({ slug: FaqSlug }),
  query: z.object({ locale }),
  body: z.object({ helpful: z.boolean(issueText('HELPFUL_REQUIRED')) }),
  returns: Faq,
  errors: ['NOT_FOUND'],
})

export const SupportStatus = z.object({
  /** OPERATIONAL: every part works. DOWN: none does. */
  status: z.enum(['OPERATIONAL', 'DEGRADED', 'DOWN']),
  parts: z.array(z.object({ name: z.enum(['database', 'files', 'jobs']), ok: z.boolean() })),
  hours: z.object({
    timeZone: z.string(),
    /** 0 is Monday. */
    weekdays: z.array(z.int()),
    /** On the clock of `timeZone`: `08:00`. */
    opensAt: z.string(),
    closesAt: z.string(),
    isOpen: z.boolean(),
    /** Next change of `isOpen`. */
    changesAt: Instant,
  }),
  /** Support hours until the first answer, by priority. */
  promises: z.record(z.enum(ticketPriorities), z.int()),
  /** Emergency number. */
  emergencyNumber: z.string(),
  checkedAt: Instant,
})
export type SupportStatus = z.infer<typeof SupportStatus>

export const getSupportStatus = operation({
  ...provider,
  name: 'support.status',
  method: 'GET',
  path: '/v2/support/status',
  summary: 'Get the health of the product and the support hours.',
  returns: SupportStatus,
})
