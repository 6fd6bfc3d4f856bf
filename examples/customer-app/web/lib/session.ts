import { get } from './api.ts'

/** The signed-in person, and where Fettle is. */
interface Session {
  customerId: string
  name: string
  avatar: string | null
  home: { line1: string; city: string; state: string; country: string }
  fettleUrl: string
}

/** Loaded before the screens and the chat, which read it as they load. */
export let session: Session

export async function loadSession(): Promise<void> {
  session = await get<Session>('session')
}

/** The full address of a picture or file, which Fettle names by its path. */
export const fileUrl = (url: string): string => new URL(url, session.fettleUrl).href
