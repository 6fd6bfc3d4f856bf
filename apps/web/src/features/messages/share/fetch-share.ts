import { loadWithMessages } from '../../../routing/loader.ts'

export const fetchShare = () => loadWithMessages('messages/share/share', import('./share.tsx'))

/** The installed app is handed photos in a cellar, too: what asks where they go is on the device by then. */
export async function precacheShare(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData || !matchMedia('(display-mode: standalone)').matches) return
  await Promise.all([fetchShare(), import('./send-photos.ts')])
}
