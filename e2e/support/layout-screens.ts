import type { Locale } from '@fettle/i18n/locales'
import type { Page } from '@playwright/test'
import type { JobUnderWay } from './layout-data.ts'
import { translate } from './translations.ts'

/**
 * Session for a screen: Ada has a year of demo data, Grace has running jobs at any time of the day, Bola is not
 * onboarded, a newcomer has no jobs yet, a visitor has no session.
 */
export type Visitor = 'ada' | 'grace' | 'bola' | 'newcomer' | 'visitor'

/** Finds addresses of records in the demo data. */
export interface DemoData {
  /** First record in a list of Ada's. */
  first: (list: string) => Promise<Found>
  /** Id of Ada's channel with a customer. */
  channelWith: (customerId: string) => Promise<string>
  /** Id of Grace's booking in this status. */
  job: (status: JobUnderWay) => Promise<string>
}

interface Found {
  id: string
  slug: string
  customer: { id: string }
}

export interface LayoutScreen {
  name: string
  /** Pattern of the route table, or the public path. */
  route: string
  /** Address to open; the route itself by default. */
  address?: string | ((demo: DemoData) => Promise<string>)
  as?: Visitor
  /** An endless list: only its first rows are measured. */
  isEndless?: true
  /** Expected error responses: `404 /v2/bookings`. */
  refusals?: readonly RegExp[]
}

const detail =
  (list: string, path: (id: string, found: Found) => string) =>
  async ({ first }: DemoData): Promise<string> => {
    const found = await first(list)
    return path(found.id, found)
  }

const booking = (status: string, suffix = '') =>
  detail(`/v2/bookings?status=${status}&limit=1`, (id) => `/bookings/${id}${suffix}`)
/** At night no demo job is running, so these are Grace's. */
const job =
  (status: JobUnderWay, suffix = '') =>
  async ({ job }: DemoData): Promise<string> =>
    `/bookings/${await job(status)}${suffix}`
const offer = (status: string, suffix = '') =>
  detail(`/v2/offers?status=${status}&limit=1`, (id) => `/offers/${id}${suffix}`)
const contract = (status: string, suffix = '') =>
  detail(`/v2/contracts?status=${status}&limit=1`, (id) => `/contracts/${id}${suffix}`)
const invoice = (status: string, suffix = '') =>
  detail(`/v2/invoices?status=${status}&limit=1`, (id) => `/invoices/${id}${suffix}`)
const conversation = async ({ first, channelWith }: DemoData): Promise<string> => {
  const { customer } = await first('/v2/bookings?status=PAUSED&limit=1')
  return `/messages?channel=${await channelWith(customer.id)}`
}

const publicScreen = (route: string): LayoutScreen => ({ name: route.slice(1), route, as: 'visitor' })
const state = (
  noun: string,
  route: string,
  address: (status: string) => (demo: DemoData) => Promise<string>,
  statuses: readonly string[],
): LayoutScreen[] =>
  statuses.map((status) => ({
    name: `${noun}, ${status.toLowerCase().replaceAll('_', ' ')}`,
    route,
    address: address(status),
  }))
const tab = (route: string, names: readonly string[]): LayoutScreen[] =>
  names.map((name) => ({ name: `${route.slice(1)}, ${name}`, route, address: `${route}?tab=${name}` }))

/** Every screen of the product, once per state that looks different. */
export const screens: readonly LayoutScreen[] = [
  publicScreen('/login'),
  publicScreen('/register'),
  publicScreen('/verify-account'),
  publicScreen('/forgot-password'),
  publicScreen('/verify-otp'),
  publicScreen('/new-password'),
  publicScreen('/reset-password'),
  { name: 'get started', route: '/get-started', as: 'bola' },
  { name: 'home', route: '/' },
  { name: 'home, first day', route: '/', as: 'newcomer' },
  { name: 'bookings', route: '/bookings' },
  { name: 'bookings, day', route: '/bookings', address: '/bookings?view=day' },
  { name: 'bookings, week', route: '/bookings', address: '/bookings?view=week' },
  { name: 'bookings, month', route: '/bookings', address: '/bookings?view=month' },
  { name: 'bookings, map', route: '/bookings', address: '/bookings?view=map' },
  ...state('booking', '/bookings/:id', booking, ['REQUESTED', 'CONFIRMED', 'COMPLETED']),
  { name: 'booking, en route', route: '/bookings/:id', as: 'grace', address: job('EN_ROUTE') },
  { name: 'booking, in progress', route: '/bookings/:id', as: 'grace', address: job('IN_PROGRESS') },
  { name: 'checklists', route: '/bookings/checklists' },
  {
    name: 'series',
    route: '/bookings/series/:id',
    address: detail('/v2/booking-series?limit=1', (id) => `/bookings/series/${id}`),
  },
  { name: 'offers', route: '/offers' },
  ...state('offer', '/offers/:id', offer, ['REQUESTED', 'DRAFT', 'VIEWED', 'ACCEPTED']),
  { name: 'contracts', route: '/contracts' },
  ...state('contract', '/contracts/:id', contract, ['DRAFT', 'PENDING_SIGNATURES', 'ACTIVE']),
  { name: 'customers', route: '/customers' },
  {
    name: 'customer',
    route: '/customers/:id',
    address: detail('/v2/customers?limit=1', (id) => `/customers/${id}`),
  },
  { name: 'earnings', route: '/earnings' },
  ...tab('/earnings', ['entries', 'payouts']),
  { name: 'invoices', route: '/invoices' },
  ...state('invoice', '/invoices/:id', invoice, ['DRAFT', 'ISSUED']),
  { name: 'reviews', route: '/reviews' },
  { name: 'messages', route: '/messages' },
  { name: 'messages, saved', route: '/messages', address: '/messages?list=saved' },
  { name: 'messages, conversation', route: '/messages', address: conversation },
  { name: 'notifications', route: '/notifications', isEndless: true },
  { name: 'profile', route: '/profile' },
  ...tab('/profile', [
    'documents',
    'invite',
    'availability',
    'quick-replies',
    'price-book',
    'security',
    'notifications',
    'data',
  ]),
  { name: 'support', route: '/support' },
  {
    name: 'help article',
    route: '/support/help/:slug',
    address: detail('/v2/support/faqs', (_, { slug }) => `/support/help/${slug}`),
  },
  { name: 'disputes', route: '/support/disputes' },
  {
    name: 'dispute',
    route: '/support/disputes/:id',
    address: detail('/v2/disputes?limit=1', (id) => `/support/disputes/${id}`),
  },
  { name: 'tickets', route: '/support/tickets' },
  { name: 'new ticket', route: '/support/tickets/new' },
  {
    name: 'ticket',
    route: '/support/tickets/:id',
    address: detail('/v2/support/tickets?limit=1', (id) => `/support/tickets/${id}`),
  },
  // Unknown addresses are a 404.
  { name: 'not found', route: '*', address: '/nowhere', refusals: [/^404 \/nowhere$/] },
  {
    name: 'booking that does not exist',
    route: '/bookings/:id',
    address: '/bookings/bkg_00000000000000000000000000',
    refusals: [/^404 \/v2\/bookings\//],
  },
]

/** Arguments of `open`: the page, and labels in the page's language. */
export interface Opening {
  page: Page
  label: (text: string) => string
  press: (text: string) => Promise<void>
}

export interface Sheet {
  name: string
  address: LayoutScreen['address']
  as?: Visitor
  /** Opens it on the loaded screen. An address may do so by itself: `?action=cancel`. */
  open?: (opening: Opening) => Promise<void>
  /** It may close on resize, because its button does. */
  isMenu?: true
  /** Where it exists; by default at every width. */
  on?: 'phone' | 'desktop'
}

const more =
  (action: string) =>
  async ({ page, label, press }: Opening): Promise<void> => {
    await press('More actions')
    await page
      .getByRole('menuitem', { name: label(action), exact: true })
      .filter({ visible: true })
      .click()
  }
const button =
  (...names: string[]) =>
  async ({ press }: Opening): Promise<void> => {
    for (const name of names) await press(name)
  }
/** Opens an entry of a conversation's "+" menu. */
const added =
  (entry?: string) =>
  async ({ page, label, press }: Opening): Promise<void> => {
    const item = (text: string) =>
      page.getByRole('menuitem', { name: label(text), exact: true }).filter({ visible: true })
    await press('Add')
    if (!entry) return
    // Which entries are shown at once depends on the device.
    if ((await item(entry).count()) === 0) await item('More').click()
    if (entry !== 'More') await item(entry).click()
  }

/** Sheets, dialogs, menus and panels. Add a row for a new one. */
export const sheets: readonly Sheet[] = [
  { name: 'decline a request', address: booking('REQUESTED', '?action=decline') },
  { name: 'propose another time', address: booking('REQUESTED', '?action=reschedule') },
  { name: 'cancel a booking', address: booking('CONFIRMED', '?action=cancel') },
  { name: 'running late', as: 'grace', address: job('EN_ROUTE', '?action=late') },
  { name: 'pause a job', as: 'grace', address: job('IN_PROGRESS', '?action=pause') },
  { name: 'complete a job', as: 'grace', address: job('IN_PROGRESS', '?action=complete') },
  { name: 'nobody answers', as: 'grace', address: job('EN_ROUTE', '?action=contact-attempts') },
  {
    name: 'more to do on a job',
    as: 'grace',
    address: job('IN_PROGRESS'),
    open: button('More actions'),
    isMenu: true,
  },
  { name: 'repeat a job', address: booking('COMPLETED'), open: more('Repeat this job') },
  { name: 'sample job', as: 'newcomer', address: '/', open: button('Try a sample job') },
  { name: 'save a filter', address: '/bookings?tab=past&sort=startAt', open: button('Save filter') },
  { name: 'filter the bookings', address: '/bookings', open: button('Filters') },
  { name: 'new offer', address: '/offers', open: button('New offer') },
  { name: 'withdraw an offer', address: offer('VIEWED', '?action=withdraw') },
  { name: 'extend an offer', address: offer('VIEWED', '?action=extend') },
  { name: 'pass on a request for an offer', address: offer('REQUESTED', '?action=pass') },
  { name: 'book an accepted offer', address: offer('ACCEPTED', '?action=convert') },
  { name: 'new invoice', address: '/invoices', open: button('New invoice') },
  { name: 'issue an invoice', address: invoice('DRAFT'), open: button('Issue') },
  { name: 'new contract', address: '/contracts', open: button('New contract') },
  { name: 'put a contract on hold', address: contract('ACTIVE', '?action=hold') },
  { name: 'change order', address: contract('ACTIVE', '?action=amend') },
  { name: 'end a contract', address: contract('ACTIVE', '?action=termination') },
  { name: 'void a contract', address: contract('PENDING_SIGNATURES', '?action=void') },
  { name: 'price book item', address: '/profile?tab=price-book', open: button('New item') },
  { name: 'quick reply', address: '/profile?tab=quick-replies', open: button('New quick reply') },
  { name: 'close the account', address: '/profile?tab=data', open: button('Close my account') },
  { name: 'search', address: '/support', open: ({ page }) => page.locator('#search-button').click() },
  { name: 'account menu', address: '/support', open: button('Account'), isMenu: true },
  { name: 'more', address: '/support', open: button('More'), on: 'phone', isMenu: true },
  {
    name: 'notification panel',
    address: '/support',
    open: ({ page }) => page.locator('#notifications-button').click(),
    on: 'desktop',
    isMenu: true,
  },
  { name: 'upload a document', address: '/profile?tab=documents', open: button('Upload a document') },
  { name: 'time off', address: '/profile?tab=availability', open: button('Add time off') },
  { name: 'attach menu', address: conversation, open: added(), isMenu: true },
  { name: 'attach menu, all of it', address: conversation, open: added('More'), isMenu: true },
  { name: 'poll', address: conversation, open: added('Poll') },
  { name: 'location', address: conversation, open: added('Location') },
  { name: 'reminder', address: conversation, open: added('Remind me') },
  { name: 'send later', address: conversation, open: added('Send later') },
  { name: 'share a booking', address: conversation, open: added('Booking') },
]

export const translateIn = (locale: Locale) => (text: string) => translate(text, locale)
