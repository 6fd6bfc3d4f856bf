import { paths } from './paths.ts'

/**
 * The pages anybody may open. Each is rendered to HTML by the build and hydrated by its own small
 * module, which is called after its address: src/entries/auth.tsx goes by that.
 */
export const authTable = [
  { path: paths.login, page: 'auth/login.page' },
  { path: paths.register, page: 'auth/register.page' },
  { path: paths.verifyAccount, page: 'auth/verify-account.page' },
  { path: paths.forgotPassword, page: 'auth/forgot-password.page' },
  { path: paths.verifyOtp, page: 'auth/verify-otp.page' },
  { path: paths.newPassword, page: 'auth/new-password.page' },
] as const

export const pageSourceOf = (page: string): string => `src/features/${page}.tsx`
