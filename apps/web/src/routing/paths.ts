/** Pages for visitors without a session. */
const signInPaths = {
  login: '/login',
  register: '/register',
  verifyAccount: '/verify-account',
  forgotPassword: '/forgot-password',
  verifyOtp: '/verify-otp',
  newPassword: '/new-password',
  resetPassword: '/reset-password',
} as const

/**
 * Addresses of the product; those within a conversation are in `routing/conversation-path.ts`. Links are never string
 * literals.
 */
export const paths = {
  home: '/',
  ...signInPaths,
  bookings: '/bookings',
  booking: (id: string) => `/bookings/${encodeURIComponent(id)}`,
  checklists: '/bookings/checklists',
  series: (id: string) => `/bookings/series/${encodeURIComponent(id)}`,
  offers: '/offers',
  offer: (id: string) => `/offers/${encodeURIComponent(id)}`,
  contracts: '/contracts',
  contract: (id: string) => `/contracts/${encodeURIComponent(id)}`,
  customers: '/customers',
  customer: (id: string) => `/customers/${encodeURIComponent(id)}`,
  earnings: '/earnings',
  invoices: '/invoices',
  invoice: (id: string) => `/invoices/${encodeURIComponent(id)}`,
  reviews: '/reviews',
  review: (id: string) => `/reviews?review=${encodeURIComponent(id)}`,
  notifications: '/notifications',
  messages: '/messages',
  getStarted: '/get-started',
  profile: '/profile',
  support: '/support',
  article: (slug: string) => `/support/help/${encodeURIComponent(slug)}`,
  disputes: '/support/disputes',
  dispute: (id: string) => `/support/disputes/${encodeURIComponent(id)}`,
  tickets: '/support/tickets',
  ticket: (id: string) => `/support/tickets/${encodeURIComponent(id)}`,
  newTicket: '/support/tickets/new',
} as const

/** Addresses that need no session. */
export const publicPaths: readonly string[] = Object.values(signInPaths)

/** Removes trailing slashes, so that `/login/` equals `/login`. */
export const normalizePath = (path: string): string => path.replace(/\/+$/, '') || '/'

/** Whether an address needs no session. */
export const isPublicPath = (path: string): boolean => publicPaths.includes(normalizePath(path))
