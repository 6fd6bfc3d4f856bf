interface Route {
  path: string
  screen: string
  frame?: 'bare'
  /** API requests the page's head starts while the code loads. */
  prefetch?: readonly string[]
  /** Modules the screen imports on demand and always needs. The page's head preloads them. */
  modules?: readonly string[]
  /** Opens offline even where it was never visited: the service worker precaches its modules. */
  offline?: true
}

/**
 * Screens behind sign-in, each a lazy module. Shared by the router and the build, which derives the preload list of
 * each address from it.
 */
export const routeTable = [
  {
    path: '/',
    screen: 'dashboard/dashboard.screen',
    offline: true,
    prefetch: ['/v2/dashboard?range=30d'],
  },
  {
    path: '/bookings',
    screen: 'bookings/bookings.screen',
    offline: true,
    prefetch: ['/v2/bookings?status=REQUESTED&sort=startAt&limit=20'],
  },
  { path: '/bookings/checklists', screen: 'bookings/checklists.screen' },
  { path: '/bookings/series/:id', screen: 'bookings/series.screen' },
  { path: '/bookings/:id', screen: 'bookings/booking.screen', offline: true },
  { path: '/offers', screen: 'offers/offers.screen', prefetch: ['/v2/offers?status=REQUESTED&limit=20'] },
  { path: '/offers/:id', screen: 'offers/offer.screen' },
  {
    path: '/contracts',
    screen: 'contracts/contracts.screen',
    prefetch: ['/v2/contracts?status=ACTIVE%2CON_HOLD%2CDISPUTED&limit=20'],
  },
  { path: '/contracts/:id', screen: 'contracts/contract.screen' },
  { path: '/customers', screen: 'customers/customers.screen' },
  { path: '/customers/:id', screen: 'customers/customer.screen' },
  {
    path: '/earnings',
    screen: 'earnings/earnings.screen',
    prefetch: ['/v2/earnings/summary', '/v2/earnings/months?months=12'],
  },
  { path: '/invoices', screen: 'invoices/invoices.screen' },
  { path: '/invoices/:id', screen: 'invoices/invoice.screen' },
  { path: '/reviews', screen: 'reviews/reviews.screen' },
  {
    path: '/messages',
    screen: 'messages/messages.screen',
    offline: true,
    modules: ['messages/messages-layout'],
  },
  { path: '/notifications', screen: 'notifications/notifications.screen' },
  { path: '/get-started', screen: 'onboarding/get-started.screen', frame: 'bare' },
  { path: '/profile', screen: 'profile/profile.screen' },
  { path: '/support', screen: 'support/support.screen', prefetch: ['/v2/support/status'], offline: true },
  { path: '/support/help/:slug', screen: 'support/article.screen', offline: true },
  { path: '/support/disputes', screen: 'disputes/disputes.screen' },
  { path: '/support/disputes/:id', screen: 'disputes/dispute.screen' },
  { path: '/support/tickets', screen: 'support/tickets.screen' },
  { path: '/support/tickets/new', screen: 'support/new-ticket.screen' },
  { path: '/support/tickets/:id', screen: 'support/ticket.screen' },
] as const satisfies readonly Route[]

export const notFoundScreen = 'not-found/not-found.screen'

/** Manifest key of a screen's source. */
export const screenSource = (screen: string): string => `src/features/${screen}.tsx`
