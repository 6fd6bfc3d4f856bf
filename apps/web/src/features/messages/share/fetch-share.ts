export const fetchShare = () => import('./share.tsx')

/** Precaches the share screen, since the share target must work offline. */
export async function precacheShare(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData || !matchMedia('(display-mode: standalone)').matches) return
  await Promise.all([fetchShare(), import('./send-photos.ts')])
}
