import { createContext, useContext } from 'react'
import { get } from './api.ts'

/** The signed-in person, and where Fettle is. */
export interface Session {
  customerId: string
  name: string
  avatar: string | null
  home: { line1: string; city: string; state: string; country: string }
  fettleUrl: string
}

export const loadSession = (): Promise<Session> => get<Session>('session')

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no session.')
  return session
}

/** The full address of a picture or file, which Fettle names by its path. */
export const fileUrl = ({ fettleUrl }: Session, url: string): string => new URL(url, fettleUrl).href
