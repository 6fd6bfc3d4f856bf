import { paths } from './paths.ts'

/**
 * Public pages. The build prerenders each; a small module named after its address hydrates it (src/entries/auth.tsx).
 */
export const authTable = [
  { path: paths.login, page: 'auth/login.page' },
  { path: paths.register, page: 'auth/register.page' },
  { path: paths.verifyAccount, page: 'auth/verify-account.page' },
  { path: paths.forgotPassword, page: 'auth/forgot-password.page' },
  { path: paths.verifyOtp, page: 'auth/verify-otp.page' },
  { path: paths.newPassword, page: 'auth/new-password.page' },
] as const

/** Manifest key of a sign-in page's source. */
export const pageSourceOf = (page: string): string => `src/features/${page}.tsx`
