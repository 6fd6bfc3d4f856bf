import { toastStore } from '../ui/feedback/toast.ts'

/** The toasts on the screen: tone, title and, where there is one, body. */
export const toasts = () =>
  toastStore.get().map(({ tone, title, body }) => (body === undefined ? [tone, title] : [tone, title, body]))

export const toastTitles = () => toastStore.get().map(({ title }) => title)
