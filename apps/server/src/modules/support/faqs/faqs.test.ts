import { createFaq, listOperatorFaqs, removeFaq, saveFaq } from '@fettle/protocol/marketplace/support'
import { patchSettings } from '@fettle/protocol/accounts/settings'
import { getFaq, getSupportStatus, listFaqs, voteForFaq, type Faq } from '@fettle/protocol/support/support'
import { locales } from '@fettle/i18n/locales'
import { faqCategories } from '@fettle/protocol/support/constants'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProvider, marketplace, type TestProvider } from '../../../../testing/fixtures/providers.ts'
import { setUpTestApp } from '../../../../testing/app/test-app.ts'
import { createApiKey } from '../../marketplace/index.ts'
import { getStatus } from '../status.service.ts'
import { loadArticles, readArticles } from './load-articles.ts'
import { parseArticle } from './faqs.rules.ts'

const testApp = setUpTestApp()
let ada: TestProvider
let bola: TestProvider
beforeAll(async () => {
  ada = await createProvider(testApp)
  bola = await createProvider(testApp)
})

const inLocale = (requestedLocale: string) => readArticles().filter(({ locale }) => locale === requestedLocale)
const slugs = (faqs: readonly { slug: string }[]) => faqs.map(({ slug }) => slug)
const search = (q: string) => testApp.call(listFaqs, { query: { q } }, ada)
const listForOperator = async (slug: string) => {
  const found = (await testApp.call(listOperatorFaqs, { query: { limit: 100 } }, marketplace)).find(
    (faq) => faq.slug === slug,
  )
  if (!found) throw new Error(`There is no article ${slug}`)
  return found
}
const article = {
  slug: 'bring-your-own-van',
  title: 'Do I need a van of my own?',
  category: 'GETTING_STARTED',
  bodyMarkdown: 'No. A bicycle and a toolbox will do for most jobs.',
} as const

describe('the shipped help articles', () => {
  it('are at least 25, in every topic, with valid links and names', () => {
    const articles = inLocale('en')
    expect(articles.length).toBeGreaterThanOrEqual(25)
    expect(new Set(articles.map(({ category }) => category))).toEqual(new Set(faqCategories))
    const positions = articles.map(({ category, position }) => `${category} ${position}`)
    expect(new Set(positions).size).toBe(positions.length)
    // No markup our renderer does not support: no tables, pictures or HTML.
    expect(readArticles().filter(({ bodyMarkdown }) => /<[a-z]|!\[|^\|/m.test(bodyMarkdown))).toEqual([])
  })

  it.each(locales.slice(1))('exist in %s, with the same topics and steps', (locale) => {
    const shape = ({ slug, category, position, bodyMarkdown }: ReturnType<typeof readArticles>[number]) => ({
      slug,
      category,
      position,
      blocks: bodyMarkdown.split('\n\n').map((block) => /^(-|\d\.)? /.exec(block)?.[1] ?? ''),
      steps: bodyMarkdown.match(/^\d\. /gm),
      points: bodyMarkdown.match(/^- /gm)?.length,
    })
    expect(inLocale(locale).map(shape)).toEqual(inLocale('en').map(shape))
  })

  it('are refused with the file name when malformed', () => {
    expect(() => parseArticle('oops.md', 'en', '# Title\n\nNo topic, and a text.')).toThrow(
      'oops.md is not a valid article',
    )
  })

  it('are listed by topic, paged', async () => {
    const all: Faq[] = []
    let cursor: string | undefined
    do {
      const reply = await testApp.send(listFaqs, { query: { limit: 20, ...(cursor && { cursor }) } }, ada)
      if (!reply.body.success) throw new Error('refused')
      all.push(...reply.body.data)
      const next = reply.body.meta?.['nextCursor']
      cursor = typeof next === 'string' ? next : undefined
    } while (cursor)
    expect(all).toHaveLength(inLocale('en').length)
    const order = all.map(({ category }) => faqCategories.indexOf(category))
    expect(order).toEqual(order.toSorted((one, other) => one - other))
    const payouts = await testApp.call(listFaqs, { query: { category: 'PAYOUTS' } }, ada)
    expect(payouts[0]?.slug).toBe('get-paid-out')
    expect(new Set(payouts.map(({ category }) => category))).toEqual(new Set(['PAYOUTS']))
  })

  it('are updated by a release, except those an operator changed or deleted', async () => {
    const [edited, removed, plain] = ['cancel-a-booking', 'your-data', 'quick-replies']
    const ownFaq = await testApp.call(
      saveFaq,
      { params: { id: (await listForOperator(edited ?? '')).id }, body: { title: 'Ours to say now' } },
      marketplace,
    )
    expect(ownFaq).toMatchObject({ shipped: true, editedAt: testApp.clock.now().toISOString() })
    await testApp.call(removeFaq, { params: { id: (await listForOperator(removed ?? '')).id } }, marketplace)
    const next = readArticles()
      .filter(({ slug }) => slug !== 'extra-work')
      .map((each) => ({ ...each, bodyMarkdown: `${each.bodyMarkdown}\n\nAs of the next release.` }))
    await loadArticles(testApp.deps, next)
    const read = (slug = '') => testApp.call(getFaq, { params: { slug } }, ada)
    expect(await read(plain)).toMatchObject({ bodyMarkdown: expect.stringContaining('As of the next release.') })
    expect(await read(edited)).toMatchObject({ title: 'Ours to say now', bodyMarkdown: ownFaq.bodyMarkdown })
    for (const slug of [removed ?? '', 'extra-work']) {
      expect((await testApp.refusal(getFaq, { params: { slug } }, ada)).status).toBe(404)
    }
    // Restores this release's articles; loading twice changes nothing.
    await loadArticles(testApp.deps)
    const before = await testApp.call(listOperatorFaqs, { query: { limit: 100 } }, marketplace)
    await loadArticles(testApp.deps)
    expect(await testApp.call(listOperatorFaqs, { query: { limit: 100 } }, marketplace)).toEqual(before)
    expect(slugs(before)).toContain('extra-work')
    expect(slugs(before)).not.toContain(removed)
  })
})

describe('searching help', () => {
  it('matches word prefixes and forms, best match first', async () => {
    expect(
      slugs(await search('payo'))
        .slice(0, 2)
        .sort(),
    ).toEqual(['get-paid-out', 'payout-did-not-arrive'])
    expect(slugs(await search('My payout has not arrived'))[0]).toBe('payout-did-not-arrive')
    expect(slugs(await search('signing contracts'))[0]).toBe('sign-a-contract')
    expect(slugs(await search('customer was not there'))[0]).toBe('customer-was-not-there')
  })

  it.each([
    ['fr', 'versements', 'get-paid-out'],
    ['fr', 'signer un contrat', 'sign-a-contract'],
    ['fr', 'litige', 'how-a-dispute-goes'],
    // Without accents, and in another form than in the article.
    ['fr', 'annuler reservation', 'cancel-a-booking'],
    ['fr', 'deplacer', 'move-a-job'],
    ['ar', 'عقد', 'sign-a-contract'],
    ['ar', 'النزاعات', 'how-a-dispute-goes'],
    ['ar', 'إلغاء حجز', 'cancel-a-booking'],
    ['ar', 'كلمة المرور', 'password-and-devices'],
  ])('knows the language of the search: %s %s', async (locale, q, expectedSlug) => {
    const found = await testApp.call(listFaqs, { query: { q, locale } }, ada)
    expect(slugs(found).slice(0, 3)).toContain(expectedSlug)
    expect(new Set(found.map((faq) => faq.locale))).toEqual(new Set([locale]))
  })

  it('returns nothing for unknown or missing words', async () => {
    expect(await search('xylophone')).toEqual([])
    expect(await search('?!')).toEqual([])
    expect((await testApp.refusal(listFaqs, { query: { q: 'a' } }, ada)).issues?.[0]?.message).toBe(
      'Type at least 2 characters.',
    )
    expect(await search("'); drop & | ! :* <->")).toBeInstanceOf(Array)
  })

  it('is paged without repeats', async () => {
    const first = await testApp.send(listFaqs, { query: { q: 'customer', limit: 3 } }, ada)
    if (!first.body.success) throw new Error('refused')
    const cursor = String(first.body.meta?.['nextCursor'])
    const second = await testApp.call(listFaqs, { query: { q: 'customer', limit: 100, cursor } }, ada)
    const all = await testApp.call(listFaqs, { query: { q: 'customer', limit: 100 } }, ada)
    expect([...slugs(first.body.data), ...slugs(second)]).toEqual(slugs(all))
    const refusal = await testApp.refusal(listFaqs, { query: { cursor: 'bm9uc2Vuc2U' } }, ada)
    expect(refusal.issues?.[0]).toMatchObject({ field: 'cursor' })
  })
})

describe('rating an article', () => {
  it('counts each person once', async () => {
    const vote = (who: TestProvider, helpful: boolean) =>
      testApp.call(voteForFaq, { params: { slug: 'first-steps' }, body: { helpful } }, who)
    await vote(ada, true)
    expect(await vote(ada, true)).toMatchObject({ helpfulYes: 1, helpfulNo: 0, myVote: true })
    expect(await vote(bola, true)).toMatchObject({ helpfulYes: 2, myVote: true })
    expect(await vote(ada, false)).toMatchObject({ helpfulYes: 1, helpfulNo: 1, myVote: false })
    await Promise.all([vote(ada, true), vote(bola, false), vote(ada, true)])
    const { helpfulYes, helpfulNo } = await testApp.call(getFaq, { params: { slug: 'first-steps' } }, ada)
    expect([helpfulYes, helpfulNo]).toEqual([1, 1])
    const gone = await testApp.refusal(voteForFaq, { params: { slug: 'nowhere' }, body: { helpful: true } }, ada)
    expect(gone).toMatchObject({ status: 404, message: "We couldn't find that article." })
  })
})

describe('articles by operators', () => {
  it('are created, hidden, shown and deleted', async () => {
    const createdFaq = await testApp.call(createFaq, { body: article }, marketplace)
    expect(createdFaq).toMatchObject({ shipped: false, published: true, position: 500 })
    expect((await testApp.refusal(createFaq, { body: article }, marketplace)).code).toBe('FAQ_SLUG_TAKEN')
    const read = () => testApp.send(getFaq, { params: { slug: article.slug } }, ada)
    expect((await read()).status).toBe(200)
    const params = { id: createdFaq.id }
    await testApp.call(saveFaq, { params, body: { published: false } }, marketplace)
    expect((await read()).status).toBe(404)
    expect(slugs(await search('bicycle'))).not.toContain(article.slug)
    await testApp.call(saveFaq, { params, body: { published: true, position: 5, category: 'OFFERS' } }, marketplace)
    expect((await testApp.call(listFaqs, { query: { category: 'OFFERS' } }, ada))[0]?.slug).toBe(article.slug)
    await testApp.call(removeFaq, { params }, marketplace)
    expect((await read()).status).toBe(404)
    expect((await testApp.refusal(saveFaq, { params, body: {} }, marketplace)).status).toBe(404)
    expect((await testApp.refusal(removeFaq, { params }, marketplace)).status).toBe(404)
    // The slug can be used again.
    expect(await testApp.call(createFaq, { body: article }, marketplace)).toMatchObject({ id: createdFaq.id })
  })

  it('are returned in the requested language, else in English', async () => {
    const body = { ...article, slug: 'first-steps', locale: 'de', title: 'Womit fange ich an?' }
    await testApp.call(createFaq, { body }, marketplace)
    const inGerman = (slug: string) => testApp.call(getFaq, { params: { slug }, query: { locale: 'de' } }, ada)
    expect(await inGerman('first-steps')).toMatchObject({ locale: 'de', title: 'Womit fange ich an?' })
    expect(await inGerman('get-paid-out')).toMatchObject({ locale: 'en' })
    const all = await testApp.call(listFaqs, { query: { locale: 'de', limit: 100 } }, ada)
    expect(all.filter(({ slug }) => slug === 'first-steps').map(({ locale }) => locale)).toEqual(['de'])
    expect(slugs(await testApp.call(listFaqs, { query: { locale: 'de', q: 'womit' } }, ada))).toEqual(['first-steps'])
    const french = await testApp.call(getFaq, { params: { slug: 'get-paid-out' }, query: { locale: 'fr' } }, ada)
    expect(french).toMatchObject({ locale: 'fr', title: 'Quand et comment est-ce que je reçois mon argent\u202f?' })
  })

  it('are for operators alone', async () => {
    const { key } = await createApiKey(testApp.deps, testApp.db, { name: 'Shop', scopes: ['bookings'] })
    expect((await testApp.refusal(createFaq, { body: { ...article, slug: 'other' } }, { token: key })).status).toBe(403)
    expect((await testApp.refusal(listOperatorFaqs, {}, ada)).status).toBe(401)
    const refusal = await testApp.refusal(
      createFaq,
      { body: { ...article, slug: 'No Name', title: 'Eh' } },
      marketplace,
    )
    expect(refusal.issues?.map(({ field }) => field)).toEqual(['title', 'slug'])
  })
})

describe('the support status', () => {
  it('shows system health, opening hours and response times', async () => {
    await testApp.call(
      patchSettings,
      { body: { values: { supportHighHours: 6, emergencyNumber: '767' } } },
      marketplace,
    )
    expect(await testApp.call(getSupportStatus, {}, ada)).toEqual({
      status: 'OPERATIONAL',
      parts: [
        { name: 'database', ok: true },
        { name: 'files', ok: true },
        { name: 'jobs', ok: true },
      ],
      hours: {
        timeZone: 'Africa/Lagos',
        weekdays: [0, 1, 2, 3, 4, 5],
        opensAt: '08:00',
        closesAt: '18:00',
        isOpen: true,
        changesAt: '2026-03-02T17:00:00.000Z',
      },
      promises: { LOW: 72, NORMAL: 24, HIGH: 6, URGENT: 1 },
      emergencyNumber: '767',
      checkedAt: testApp.clock.now().toISOString(),
    })
  })

  it('is degraded when a part fails, and down when all do, without details', async () => {
    const well = () => Promise.resolve()
    const broken = () => Promise.reject(new Error('the disk is full'))
    const half = await getStatus(testApp.deps, { database: well, files: broken, jobs: well })
    expect(half).toMatchObject({
      status: 'DEGRADED',
      parts: [{ ok: true }, { name: 'files', ok: false }, { ok: true }],
    })
    expect(JSON.stringify(half)).not.toContain('disk')
    expect((await getStatus(testApp.deps, { database: broken, files: broken, jobs: broken })).status).toBe('DOWN')
  })
})
