import { useEffect } from 'react'
import { subscribeUnread, unreadTotal } from './unread.ts'

const PRODUCT = 'Fettle'
let screen = ''

/** `(3) Bookings · Fettle`. */
export function titleText(name: string, unread: number): string {
  const count = unread > 0 ? `(${unread}) ` : ''
  return `${count}${name ? `${name} · ` : ''}${PRODUCT}`
}

function write(): void {
  document.title = titleText(screen, unreadTotal())
}

/** Names the tab after the screen; what is unread stands in front of it by itself. */
export function useTitle(name: string): void {
  useEffect(() => {
    screen = name
    write()
    return subscribeUnread(write)
  }, [name])
}
