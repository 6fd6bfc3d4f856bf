/**
 * What the sign-in pages use of the rest, for their catalog. The build stops when a page shows a sentence its
 * catalog lacks; src/ui/auth.css names the same pieces for their styles.
 */
export const authParts: readonly string[] = [
  'src/app/auth-pages.tsx',
  'src/lib/api-answer.ts',
  'src/lib/api-send.ts',
  'src/lib/profile-error-text.ts',
  ...['banner', 'button', 'checkbox', 'error-summary', 'field', 'otp-input', 'password-input', 'phone-input', 'toaster'].map(
    (piece) => `src/ui/${piece}.tsx`,
  ),
]
