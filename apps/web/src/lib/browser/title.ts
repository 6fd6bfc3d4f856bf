import { useEffect } from 'react'
import { subscribeUnread, unreadTotal } from './unread.ts'

const PRODUCT = 'Fettle'
let screen = ''

/** Formats the page title: `(3) Bookings · Fettle`. */
export function titleText(name: string, unread: number): string {
  const count = unread > 0 ? `(${unread}) ` : ''
  return `${count}${name ? `${name} · ` : ''}${PRODUCT}`
}

function write(): void {
  document.title = titleText(screen, unreadTotal())
}

/** The page title without the unread count, which need not be read out on every page. */
export const spokenTitle = (): string => titleText(screen, 0)

/** Sets the page title; the unread count is added automatically. */
export function useTitle(name: string): void {
  useEffect(() => {
    screen = name
    write()
    return subscribeUnread(write)
  }, [name])
}
