import { createStore } from '@fettle/chat-client/store'

/**
 * Element of the notifications page that the bell renders into. The bell owns the only inbox connection, whose list is
 * shown in a panel or on the page.
 */
export const pageHost = createStore<HTMLElement | null>(null)

export const setPageHost = (element: HTMLElement | null): void => pageHost.set(element)
