import { useEffect, useState } from 'react'

/**
 * Whether an overlay is open, and how to change that. Going back or forward closes it. Other changes of the address do
 * not: a page may still be on its way to it when the overlay is opened.
 */
export function useOpenUntilBack(): [open: boolean, setOpen: (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const close = () => setOpen(false)
    window.addEventListener('popstate', close)
    return () => window.removeEventListener('popstate', close)
  }, [])
  return [open, setOpen]
}
